package io.polycast.controller.ids;

import io.polycast.controller.settings.ControllerSettings.Prefix;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * McstIDs in turn, so that an address is used again as late as possible. A freed address rests for 60
 * s: switches remember a removal for 30 s (docs/mrp.md, Removal).
 */
public final class McstIds {
    private static final long REST_MS = 60_000;

    private final Prefix prefix;
    private final TreeMap<Integer, Long> resting = new TreeMap<>();
    private int next;

    /**
     * @param prefix that the ids come from
     */
    public McstIds(final Prefix prefix) {
        this.prefix = prefix;
    }

    /**
     * Takes the next free address.
     *
     * @param now in ms
     * @param used whether an address is in use
     * @return the address, or 0 when there is none
     */
    public int take(final long now, final IntPredicate used) {
        resting.values().removeIf(freed -> now - freed >= REST_MS);
        final int size = prefix.size();
        for (int i = 0; i < size; i++) {
            final int id = prefix.address() + 1 + (next + i) % size;
            if (!used.test(id) && !resting.containsKey(id)) {
                next = (next + i + 1) % size;
                return id;
            }
        }
        return 0;
    }

    /**
     * Gives an address back.
     *
     * @param id the address
     * @param now in ms
     */
    public void free(final int id, final long now) {
        resting.put(id, now);
    }

    /** Writes the whole state. */
    public void write(final DataOutput out) throws IOException {
        out.writeInt(next);
        out.writeInt(resting.size());
        for (final Map.Entry<Integer, Long> each : resting.entrySet()) {
            out.writeInt(each.getKey());
            out.writeLong(each.getValue());
        }
    }

    /** Takes the state that {@link #write} wrote. */
    public void read(final DataInput in) throws IOException {
        next = in.readInt();
        resting.clear();
        for (int left = in.readInt(); left > 0; left--) {
            resting.put(in.readInt(), in.readLong());
        }
    }
}
