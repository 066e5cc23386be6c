package io.polycast.dataplane.groups;

import java.util.concurrent.atomic.AtomicIntegerArray;
import org.agrona.BitUtil;

/**
 * A set of McstIDs with one writer at a time and any number of readers, which take no lock. A change writes one
 * word and allocates nothing. Only when places run short, the set is copied into a new table.
 */
final class McstIdSet {
    /** No member: 0.0.0.0 and 255.255.255.255 are no groups' addresses. */
    private static final int EMPTY = 0;

    /** Of a member that left: look-ups go on behind it. */
    private static final int LEFT = -1;

    private static final int FIRST_LENGTH = 64;

    /** Places for each member in a new table; at half of them taken it is written anew. */
    private static final int PLACES_A_MEMBER = 4;

    private volatile AtomicIntegerArray table = new AtomicIntegerArray(FIRST_LENGTH);
    private int members;

    /** Places that are not empty. */
    private int taken;

    /** Any thread. */
    boolean contains(final int mcstId) {
        return find(table, mcstId) >= 0;
    }

    /** The writer. */
    void add(final int mcstId) {
        if (mcstId == EMPTY || mcstId == LEFT || contains(mcstId)) {
            return;
        }
        if (2 * (taken + 1) > table.length()) {
            writeAnew();
        }
        taken += put(table, mcstId);
        members++;
    }

    /** The writer. */
    void remove(final int mcstId) {
        final int at = find(table, mcstId);
        if (at >= 0) {
            table.set(at, LEFT);
            members--;
        }
    }

    private void writeAnew() {
        final AtomicIntegerArray old = table;
        final AtomicIntegerArray next =
                new AtomicIntegerArray(
                        Math.max(
                                FIRST_LENGTH,
                                BitUtil.findNextPositivePowerOfTwo(
                                        PLACES_A_MEMBER * (members + 1))));
        for (int i = 0; i < old.length(); i++) {
            if (old.get(i) != EMPTY && old.get(i) != LEFT) {
                put(next, old.get(i));
            }
        }
        taken = members;
        table = next;
    }

    /** In the first place that no member has; answers how many empty places that takes. */
    private static int put(final AtomicIntegerArray table, final int mcstId) {
        final int mask = table.length() - 1;
        int at = hash(mcstId) & mask;
        while (table.get(at) != EMPTY && table.get(at) != LEFT) {
            at = at + 1 & mask;
        }
        final int empty = table.get(at) == EMPTY ? 1 : 0;
        table.set(at, mcstId);
        return empty;
    }

    private static int find(final AtomicIntegerArray table, final int mcstId) {
        if (mcstId == EMPTY || mcstId == LEFT) {
            return -1;
        }
        final int mask = table.length() - 1;
        int at = hash(mcstId) & mask;
        int found = table.get(at);
        while (found != mcstId && found != EMPTY) {
            at = at + 1 & mask;
            found = table.get(at);
        }
        return found == mcstId ? at : -1;
    }

    private static int hash(final int mcstId) {
        final int mixed = mcstId * 0x9E37_79B1;
        return mixed ^ mixed >>> 16;
    }
}
