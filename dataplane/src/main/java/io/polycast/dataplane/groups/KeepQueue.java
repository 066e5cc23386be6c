package io.polycast.dataplane.groups;

import io.polycast.core.role.GroupKeeper;
import io.polycast.parser.contract.GroupEntry;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;

/** Groups that shards want kept, and those that are gone, on their way to the thread that writes the journal. */
public final class KeepQueue implements GroupKeeper {
    private static final int WAITING = 4096;

    private final ManyToOneConcurrentArrayQueue<Object> waiting =
            new ManyToOneConcurrentArrayQueue<>(WAITING);

    @Override
    public Answer keep(final GroupEntry group) {
        return waiting.offer(group) ? Answer.LATER : Answer.BUSY;
    }

    @Override
    public boolean gone(final int mcstId) {
        return waiting.offer(mcstId);
    }

    /**
     * The thread that writes the journal: takes the next one.
     *
     * @param keep is given a group that is to be kept
     * @param gone is given a group that is gone
     * @return whether there was one
     */
    public boolean take(final Consumer<GroupEntry> keep, final IntConsumer gone) {
        final Object next = waiting.poll();
        if (next instanceof GroupEntry group) {
            keep.accept(group);
        } else if (next instanceof Integer mcstId) {
            gone.accept(mcstId);
        }
        return next != null;
    }
}
