package io.polycast.xdp.kernel;

import io.polycast.parser.kernel.KernelTable;
import io.polycast.xdp.sys.SysException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Places of sets of ports, and sets that wait for a place. A set without users stays until its place is
 * needed. Changed under the lock of {@link KernelReplication}.
 */
final class SetPlaces {
    /** Asks of others for which a set waits that was made and not used yet. */
    private static final int SPARED = 64;

    /** A set in its place. */
    private static final class Use {
        final int index;
        int users;

        /** Of the users, those whose slot is withdrawn and not yet given back. */
        int leaving;

        /** Times that it is not dropped for others: whoever asked for it is to find it. */
        int spared = SPARED;

        Use(final int index) {
            this.index = index;
        }
    }

    /** A set on the way to its place. */
    static final class Order {
        final long ports;
        final int index;
        SysException refusal;

        Order(final long ports, final int index) {
            this.ports = ports;
            this.index = index;
        }
    }

    private final Map<Long, Use> sets = new LinkedHashMap<>();
    private final Deque<Integer> free = new ArrayDeque<>();

    /** Not ordered yet; there is a free place for each. */
    private final Set<Long> wanted = new LinkedHashSet<>();

    private final Set<Long> ordered = new HashSet<>();
    private final Map<Long, SysException> refusals = new HashMap<>();

    /**
     * @param count of places, from 1 on
     */
    SetPlaces(final int count) {
        for (int index = 1; index <= count; index++) {
            free.add(index);
        }
    }

    /**
     * Index of a set's map, for one user more; asks for it when there is none.
     *
     * @param ports bits
     * @return the index, {@link KernelTable#LATER} or {@link KernelTable#FULL}
     * @throws SysException when the kernel refused it since the last time
     */
    int use(final long ports) throws SysException {
        final Use use = sets.get(ports);
        if (use != null) {
            use.users++;
            use.spared = 0;
            return use.index;
        }
        final SysException refusal = refusals.remove(ports);
        if (refusal != null) {
            throw refusal;
        }
        if (wanted.contains(ports) || ordered.contains(ports)) {
            return KernelTable.LATER;
        }
        if (free.size() == wanted.size() && !dropUnused()) {
            return isOneLeaving() ? KernelTable.LATER : KernelTable.FULL;
        }
        wanted.add(ports);
        return KernelTable.LATER;
    }

    /** Makes room, if there is a set without users that nobody is about to come back for. */
    private boolean dropUnused() {
        final Iterator<Use> each = sets.values().iterator();
        while (each.hasNext()) {
            final Use use = each.next();
            if (use.users == 0 && use.spared-- <= 0) {
                each.remove();
                free.add(use.index);
                return true;
            }
        }
        return false;
    }

    /** Whether a place may fall free by itself: all users of a set are on their way out, or in. */
    private boolean isOneLeaving() {
        return sets.values().stream().anyMatch(use -> use.users == use.leaving);
    }

    /** A user's slot is withdrawn; it uses the set until it is given back. */
    void withdraw(final long ports) {
        sets.get(ports).leaving++;
    }

    /** A withdrawn slot that used the set is settled and given back. */
    void giveBack(final long ports) {
        sets.get(ports).leaving--;
        leave(ports);
    }

    /** A slot that nothing has seen uses the set no more. */
    void leave(final long ports) {
        sets.get(ports).users--;
    }

    /** Wanted sets, with their places. */
    List<Order> orders() {
        final List<Order> orders = new ArrayList<>();
        for (final long ports : wanted) {
            orders.add(new Order(ports, free.remove()));
        }
        ordered.addAll(wanted);
        wanted.clear();
        return orders;
    }

    /** It is there, or the kernel would not. */
    void made(final Order order) {
        ordered.remove(order.ports);
        if (order.refusal == null) {
            sets.put(order.ports, new Use(order.index));
        } else {
            free.add(order.index);
            refusals.put(order.ports, order.refusal);
        }
    }
}
