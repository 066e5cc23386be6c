package io.polycast.dataplane.events;

import io.polycast.core.event.GroupEvents;
import java.util.ArrayList;
import java.util.List;

/** Event rings of a switch, one per shard and one for the control side, and their listeners. */
public final class EventDesk {
    /** More than the packets of a batch can cause between two looks. */
    private static final int WAITING = 4096;

    private final List<EventRing> shards = new ArrayList<>();
    private final EventRing control = new EventRing(WAITING);
    private final List<GroupEvents> listeners;

    /**
     * @param shardCount engines that tell events, at least 1
     * @param listeners told by {@link #drain} each event, one after the other
     */
    public EventDesk(final int shardCount, final List<GroupEvents> listeners) {
        for (int i = 0; i < shardCount; i++) {
            shards.add(new EventRing(WAITING));
        }
        this.listeners = List.copyOf(listeners);
    }

    /**
     * @param index of the shard
     * @return listener for the shard's thread
     */
    public GroupEvents shard(final int index) {
        return shards.get(index);
    }

    /**
     * @return listener for the thread that calls {@link #drain}
     */
    public GroupEvents control() {
        return control;
    }

    /** Passes waiting events on; for one thread at a time, never a packet thread. */
    public void drain() {
        control.drain(listeners);
        shards.forEach(ring -> ring.drain(listeners));
    }
}
