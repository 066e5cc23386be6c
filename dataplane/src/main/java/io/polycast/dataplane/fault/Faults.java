package io.polycast.dataplane.fault;

import io.polycast.dataplane.pipeline.PortOpener;

/** Opens ports that have faults. */
public final class Faults {
    private Faults() {}

    /**
     * @param opener of the ports
     * @param spec of the faults, which all of them get
     * @return an opener of faulty ports
     */
    public static PortOpener over(final PortOpener opener, final FaultSpec spec) {
        return (index, port, memory) ->
                new FaultyPort(opener.open(index, port, memory), memory, spec);
    }
}
