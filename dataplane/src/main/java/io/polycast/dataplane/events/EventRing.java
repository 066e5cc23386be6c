package io.polycast.dataplane.events;

import io.polycast.core.event.EvictionCause;
import io.polycast.core.event.GroupEvents;
import io.polycast.core.event.LegChange;
import io.polycast.core.event.LinkState;
import io.polycast.mft.spec.PathSpec;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.OneToOneConcurrentArrayQueue;

/**
 * Carries events from the thread on which they happen to another. The first neither waits nor
 * allocates: an event that finds the ring full is counted as lost.
 */
public final class EventRing implements GroupEvents {
    private final OneToOneConcurrentArrayQueue<Entry> free;
    private final OneToOneConcurrentArrayQueue<Entry> told;

    /** Written by the first thread alone. */
    private final AtomicLong lost = new AtomicLong();

    private long lostTold;

    /** Kinds of events. */
    private enum Kind {
        MEMBER_EVICTED,
        SOURCE_MOVED,
        TO_KERNEL,
        FROM_KERNEL,
        LINK,
        LEG,
        PORT_TENDED,
        START_WARNING
    }

    /** An event on its way; used again and again. */
    private static final class Entry {
        private Kind kind;

        /** McstID, or index of a port. */
        private int subject;

        private Object first;
        private Object second;

        private void tell(final GroupEvents listener) {
            switch (kind) {
                case MEMBER_EVICTED ->
                        listener.memberEvicted(subject, (PathSpec) first, (EvictionCause) second);
                case SOURCE_MOVED ->
                        listener.sourceMoved(subject, (PathSpec) first, (PathSpec) second);
                case TO_KERNEL -> listener.movedToKernel(subject);
                case FROM_KERNEL -> listener.leftKernel(subject, (String) first);
                case LINK -> listener.linkChanged(subject, (LinkState) first, (LinkState) second);
                case LEG -> listener.legChanged(subject, (String) first, (LegChange) second);
                case PORT_TENDED -> listener.portTended(subject, (String) first);
                case START_WARNING -> listener.startWarning((String) first);
            }
        }
    }

    /**
     * @param capacity events that may wait, at least 1; rounded up to a power of two
     */
    public EventRing(final int capacity) {
        told = new OneToOneConcurrentArrayQueue<>(capacity);
        free = new OneToOneConcurrentArrayQueue<>(capacity);
        for (int i = 0; i < told.capacity(); i++) {
            free.offer(new Entry());
        }
    }

    private void put(final Kind kind, final int subject, final Object first, final Object second) {
        final Entry entry = free.poll();
        if (entry == null) {
            lost.lazySet(lost.get() + 1);
            return;
        }
        entry.kind = kind;
        entry.subject = subject;
        entry.first = first;
        entry.second = second;
        told.offer(entry);
    }

    /**
     * The second thread: passes waiting events on in order, then the number of lost events.
     *
     * @param listeners told each event, one after the other
     */
    public void drain(final List<GroupEvents> listeners) {
        // No more than one filling, whatever comes meanwhile.
        for (int n = told.capacity(); n > 0; n--) {
            final Entry entry = told.poll();
            if (entry == null) {
                break;
            }
            for (final GroupEvents listener : listeners) {
                entry.tell(listener);
            }
            entry.first = null;
            entry.second = null;
            free.offer(entry);
        }
        final long lostNow = lost.get();
        if (lostNow != lostTold) {
            final long more = lostNow - lostTold;
            lostTold = lostNow;
            listeners.forEach(listener -> listener.eventsLost(more));
        }
    }

    @Override
    public void memberEvicted(final int mcstId, final PathSpec member, final EvictionCause cause) {
        put(Kind.MEMBER_EVICTED, mcstId, member, cause);
    }

    @Override
    public void sourceMoved(final int mcstId, final PathSpec from, final PathSpec to) {
        put(Kind.SOURCE_MOVED, mcstId, from, to);
    }

    @Override
    public void movedToKernel(final int mcstId) {
        put(Kind.TO_KERNEL, mcstId, null, null);
    }

    @Override
    public void leftKernel(final int mcstId, final String why) {
        put(Kind.FROM_KERNEL, mcstId, why, null);
    }

    @Override
    public void linkChanged(final int port, final LinkState before, final LinkState now) {
        put(Kind.LINK, port, before, now);
    }

    @Override
    public void legChanged(final int port, final String node, final LegChange change) {
        put(Kind.LEG, port, node, change);
    }

    @Override
    public void portTended(final int port, final String news) {
        put(Kind.PORT_TENDED, port, news, null);
    }

    @Override
    public void startWarning(final String what) {
        put(Kind.START_WARNING, 0, what, null);
    }

    /** Counted with the ring's own. */
    @Override
    public void eventsLost(final long count) {
        lost.lazySet(lost.get() + count);
    }
}
