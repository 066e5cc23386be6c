package io.polycast.controller.machine;

import io.polycast.controller.group.Addresses;
import io.polycast.controller.group.GroupImage;
import io.polycast.parser.mrp.MrpAddress;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Agents that have a connection: one per host. */
final class Agents {
    /** No connection. */
    static final long NONE = 0;

    private final TreeMap<MrpAddress, Long> sessions = new TreeMap<>(Addresses.ORDER);
    private final Map<Long, MrpAddress> hosts = new HashMap<>();

    /** Takes a connection in place of an older one of the host. */
    void up(final MrpAddress ip, final long session) {
        final Long old = sessions.put(ip, session);
        if (old != null) {
            hosts.remove(old);
        }
        hosts.put(session, ip);
    }

    /** Forgets a connection; a newer one of the host stays. */
    void down(final long session) {
        final MrpAddress ip = hosts.remove(session);
        if (ip != null) {
            sessions.remove(ip, session);
        }
    }

    /** Connection of a host, or {@link #NONE}. */
    long session(final MrpAddress ip) {
        return sessions.getOrDefault(ip, NONE);
    }

    boolean has(final MrpAddress ip) {
        return sessions.containsKey(ip);
    }

    /** Host of a connection, or null. */
    MrpAddress host(final long session) {
        return hosts.get(session);
    }

    int count() {
        return sessions.size();
    }

    void clear() {
        sessions.clear();
        hosts.clear();
    }

    void write(final DataOutput out) throws IOException {
        out.writeInt(sessions.size());
        for (final Map.Entry<MrpAddress, Long> each : sessions.entrySet()) {
            GroupImage.write(out, each.getKey());
            out.writeLong(each.getValue());
        }
    }

    void read(final DataInput in) throws IOException {
        clear();
        for (int left = in.readInt(); left > 0; left--) {
            up(GroupImage.readAddress(in), in.readLong());
        }
    }
}
