package io.polycast.controller.machine;

import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** When each group is due, in ms: one time per group. */
final class Timers {
    private record Due(long at, int id) {}

    private final TreeSet<Due> order =
            new TreeSet<>(Comparator.comparingLong(Due::at).thenComparingInt(Due::id));
    private final Map<Integer, Due> byId = new TreeMap<>();

    /** Sets a group's time; {@link Long#MAX_VALUE}: never. */
    void set(final int id, final long at) {
        final Due old = byId.remove(id);
        if (old != null) {
            order.remove(old);
        }
        if (at != Long.MAX_VALUE) {
            final Due due = new Due(at, id);
            byId.put(id, due);
            order.add(due);
        }
    }

    /** Takes a group that is due, or answers 0. */
    int take(final long now) {
        if (order.isEmpty() || order.first().at() > now) {
            return 0;
        }
        final Due due = order.pollFirst();
        byId.remove(due.id());
        return due.id();
    }

    /** Earliest time, or {@link Long#MAX_VALUE}. */
    long next() {
        return order.isEmpty() ? Long.MAX_VALUE : order.first().at();
    }

    void clear() {
        order.clear();
        byId.clear();
    }
}
