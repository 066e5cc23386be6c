package io.polycast.dataplane.remote;

import io.polycast.core.role.RoleQuestion;
import io.polycast.parser.contract.GroupEntry;
import java.util.List;
import java.util.Set;

/** Connection of a role to a process that commands it. A thread of its own runs it, which may wait. */
public interface RoleLink extends Runnable, AutoCloseable {
    /** What the link may do to its switch. */
    interface Switch {
        /**
         * Asks the role of each shard.
         *
         * @param question to ask
         * @param <T> class of an answer
         * @return answers of all shards; empty when the switch does not answer
         */
        <T> List<T> ask(RoleQuestion<T> question);

        /**
         * Installs a group or replaces it whole; it survives a power cut when this returns. A group of the switch's operator
         * is not replaced.
         *
         * @param group to install
         * @return why it is refused, or null
         */
        String setGroup(GroupEntry group);

        /**
         * Removes a group, if there is one that a link has set. A group of the switch's operator stays.
         *
         * @param mcstId of it
         * @return why it cannot be removed, or null
         */
        String unsetGroup(int mcstId);

        /**
         * @return McstIDs of groups that a link has set, also before the switch started
         */
        Set<Integer> groups();
    }

    /** Makes the link of a switch. */
    @FunctionalInterface
    interface Maker {
        /**
         * @param to switch that the link commands
         * @return the link, not yet run
         */
        RoleLink make(Switch to);
    }

    /** Serves until {@link #close}. */
    @Override
    void run();

    /** Ends {@link #run}; any thread. */
    @Override
    void close();
}
