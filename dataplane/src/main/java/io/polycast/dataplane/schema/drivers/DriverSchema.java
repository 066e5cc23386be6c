package io.polycast.dataplane.schema.drivers;

import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.Values;
import io.polycast.xdp.port.PortSpec;
import java.util.List;
import java.util.stream.Stream;

/**
 * One driver's keys in an entry of {@code ports:}, and the specification that they make.
 *
 * @param driver name of it in the file
 * @param needs keys that an entry must give
 * @param takes keys that it may give as well
 * @param place key whose value no two ports may share, or null
 * @param hasQueues whether several fused shards can share a port
 * @param maker of the specification
 */
public record DriverSchema(
        String driver,
        List<Key<?>> needs,
        List<Key<?>> takes,
        Key<?> place,
        boolean hasQueues,
        Maker maker) {
    /** Makes a specification of values that have passed all checks. */
    @FunctionalInterface
    public interface Maker {
        /**
         * @param port the entry
         * @param ports all entries
         * @param file the whole file
         * @return the specification
         */
        PortSpec make(Values port, List<Values> ports, Values file);
    }

    /**
     * @param key of some driver
     * @return whether it means something to this one
     */
    public boolean knows(final Key<?> key) {
        return needs.contains(key) || takes.contains(key);
    }

    Stream<Key<?>> keys() {
        return Stream.concat(needs.stream(), takes.stream());
    }
}
