package io.polycast.core.role;

import io.polycast.core.event.GroupEvents;
import io.polycast.core.trace.TraceSink;
import io.polycast.mft.spec.GroupChange;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.table.ReadAhead;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.FrameStore;
import io.polycast.parser.contract.GroupEntry;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Behaviour of a switch towards the frames of its groups. The shell around the role ends damaged
 * frames and counts every frame; the role gets all others, PAUSE and PFC included, and keeps its
 * groups. One kind of damaged frame reaches the role too: feedback with a bad AETH, which may be
 * {@code alive}. A role that has no use for it returns its reason, or {@link #notMine} with it.
 *
 * <p>A role is deterministic and single-threaded: all calls come from one thread, and time never goes
 * back. No input bytes make a role throw. A process runs one class of roles, so that the call for each
 * frame has one target.
 */
public interface Role extends AutoCloseable {
    /**
     * Marks a frame that is nothing of the role's groups. The shell forwards the frame through the wire of
     * its port. On a port without a wire the frame ends as given.
     *
     * @param ending id of an {@link Ending}, for a port without a wire
     * @return the result of {@link #onFrame} for such a frame
     */
    static int notMine(final int ending) {
        return -ending;
    }

    /**
     * Processes one frame.
     *
     * @param nowNs time, in ns, never going back
     * @param port index of the port that the frame came in on, in [0, 64)
     * @param frame holds the frame; the role must not change it
     * @param info the classifier's result for the frame; valid until this call returns
     * @param egress takes the frames that leave
     * @return id of the {@link Ending}, {@link Ending#HELD} when the role holds the frame in its {@link
     *     FrameStore}, or {@link #notMine}
     */
    int onFrame(long nowNs, int port, MutableDirectBuffer frame, FrameInfo info, EgressSink egress);

    /**
     * Finds the group that a frame is addressed to. The shell asks for damaged frames, which never cross a
     * wire when they are a group's, and for the trace.
     *
     * @param frame holds the frame
     * @param info what the classifier found in the frame
     * @return McstID of an installed group, or 0
     */
    int groupOf(DirectBuffer frame, FrameInfo info);

    /**
     * Does the work that is due at a time.
     *
     * @param nowNs time, in ns, never going back
     * @param egress takes the frames that leave
     * @return the next deadline in ns, or {@link Long#MAX_VALUE} when none is pending
     */
    long onTick(long nowNs, EgressSink egress);

    /**
     * @return reads tables ahead of frames; {@link ReadAhead#NONE} when the role has none
     */
    default ReadAhead readAhead() {
        return ReadAhead.NONE;
    }

    /**
     * Learns that a frame was discarded unread, because it waited while the switch stood still.
     *
     * @param nowNs time, in ns
     */
    default void onDiscarded(final long nowNs) {}

    /**
     * @return how long a thread may pause before frames that wait for it are to be discarded, in ns
     */
    default long standstillNs() {
        return Long.MAX_VALUE;
    }

    /**
     * Installs a group or replaces it whole.
     *
     * @param nowNs time, in ns
     * @param entry of the group, complete, of the class of this role
     * @param egress takes frames that the change makes due
     * @return result for the group
     * @throws GroupRefusedException when it is contradictory or the table has no room; nothing changed
     */
    GroupChange setGroup(long nowNs, GroupEntry entry, EgressSink egress)
            throws GroupRefusedException;

    /**
     * Installs a group of the file that the switch starts with. State of an earlier process is taken up.
     *
     * @param nowNs time, in ns
     * @param entry of the group, complete, of the class of this role
     * @return why state of an earlier process is not taken up although there is some, in words for people;
     *     null when nothing is amiss
     * @throws GroupRefusedException when it is contradictory or the table has no room; nothing changed
     */
    String startGroup(long nowNs, GroupEntry entry) throws GroupRefusedException;

    /**
     * Learns that a group cannot be kept that the role wanted kept. The group does not come into force.
     *
     * @param nowNs time, in ns
     * @param entry as the role handed it to its {@link GroupKeeper}
     * @param egress takes frames that the refusal makes due
     */
    default void onNotKept(final long nowNs, final GroupEntry entry, final EgressSink egress) {}

    /** Learns that all groups of the start's file are installed. */
    default void endStart() {}

    /**
     * Removes a group.
     *
     * @param nowNs time, in ns
     * @param mcstId of the group
     * @return whether it was installed
     */
    boolean unsetGroup(long nowNs, int mcstId);

    /**
     * @return groups installed
     */
    int groupCount();

    /**
     * Takes a picture of a group for people.
     *
     * @param mcstId of the group
     * @return the picture, or null when the group is not installed
     */
    GroupPicture group(int mcstId);

    /**
     * @return pictures of all groups, in order of McstID read as an unsigned number
     */
    List<? extends GroupPicture> groups();

    /**
     * Takes pictures of groups without an entry, which frames of hosts made. They have no version.
     *
     * @param nowNs time, in ns
     * @return the pictures, in order of McstID read as an unsigned number; empty for a role that learns none
     */
    default List<? extends GroupPicture> learned(final long nowNs) {
        return List.of();
    }

    /**
     * @return pictures of the output queues that have been used, in a stable order; empty for a role without
     */
    default List<QueuePicture> queues() {
        return List.of();
    }

    /**
     * @param nowNs time, in ns
     * @return pictures of the legs to other nodes, in order of the configuration; empty for a role without
     */
    default List<LegPicture> legs(final long nowNs) {
        return List.of();
    }

    /**
     * @param nowNs time, in ns
     * @return pictures of the logical nodes of a relay, in order of the configuration; empty for other roles
     */
    default List<RelayPicture> relays(final long nowNs) {
        return List.of();
    }

    /**
     * Installs rules of a relay.
     *
     * @param nowNs time, in ns
     * @param rules of one of its logical nodes, complete
     * @return why they are refused, in words for people, and nothing changed; null when they hold
     */
    default String install(final long nowNs, final RuleSet rules) {
        return "the role takes no rules; use role shufflecast";
    }

    /**
     * Takes back, at the end, what others hold for the role.
     *
     * @param nowNs time, in ns
     * @return whether that is all; if not, the caller calls again
     */
    default boolean leave(final long nowNs) {
        return true;
    }

    /**
     * Hands events of groups to a sink from now on.
     *
     * @param sink that takes the events; null ends it
     */
    void trace(TraceSink sink);

    /**
     * Tells a listener what happens to groups from now on, in place of the one before.
     *
     * @param listener called by the thread that runs the role; {@link GroupEvents#NONE} ends it
     */
    void events(GroupEvents listener);

    /** Gives memory back; nothing may be called any more. */
    @Override
    void close();
}
