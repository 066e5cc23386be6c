package io.polycast.core.shufflecast;

import io.polycast.core.role.EntryTable;
import io.polycast.core.shufflecast.spec.ShufflecastGroup;
import io.polycast.core.shufflecast.spec.SourceRange;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import org.agrona.DirectBuffer;

/** Decides to which ports a multicast frame goes, and sends its copies. */
final class Forwarding {
    /** No node. */
    static final int NONE = -1;

    /** The node that delivers to members; frames of all others of the ToR are the same ones again. */
    private static final int DELIVERING = 0;

    private final Relay[] relays;
    private final SourceRange sources;
    private final EntryTable<ShufflecastGroup> groups;
    private final CounterBlock counters;
    private final ShufflecastTrace trace;

    Forwarding(
            final Relay[] relays,
            final SourceRange sources,
            final EntryTable<ShufflecastGroup> groups,
            final CounterBlock counters,
            final ShufflecastTrace trace) {
        this.relays = relays;
        this.sources = sources;
        this.groups = groups;
        this.counters = counters;
        this.trace = trace;
    }

    /** The logical node of this switch with a ToR's number, or {@link #NONE}. */
    int nodeOf(final int tor) {
        for (int node = 0; node < relays.length; node++) {
            if (relays[node].tor == tor) {
                return node;
            }
        }
        return NONE;
    }

    /** Takes a frame from a port with hosts; returns the id of its ending. */
    int fromHost(
            final int port,
            final DirectBuffer frame,
            final FrameInfo info,
            final EgressSink egress) {
        final int node = nodeOf(sources.tor(info.srcIp));
        if (node == NONE) {
            return Ending.SHUFFLECAST_FOREIGN_SOURCE.id();
        }
        final int slot = groups.slot(info.dstIp);
        final long to = slot == EntryTable.NONE ? 0 : groups.exits(slot) & ~(1L << port);
        return copy(relays[node], slot, to, frame, info, egress);
    }

    /** Takes a frame from a port that a splitter leads to; returns the id of its ending. */
    int fromSplitter(
            final int node,
            final DirectBuffer frame,
            final FrameInfo info,
            final EgressSink egress) {
        final int source = sources.tor(info.srcIp);
        if (source == SourceRange.NONE) {
            return Ending.SHUFFLECAST_UNKNOWN_SOURCE.id();
        }
        final int owner = nodeOf(source);
        if (owner == node) {
            return Ending.SHUFFLECAST_OWN_RETURNED.id();
        }
        final Rules rules = relays[node].rules;
        final Relay relay = rules.relays(source) ? relays[node] : null;
        final int slot =
                node == DELIVERING && owner == NONE ? groups.slot(info.dstIp) : EntryTable.NONE;
        final long to = slot == EntryTable.NONE ? 0 : groups.exits(slot);
        if (relay != null || to != 0) {
            return copy(relay, slot, to, frame, info, egress);
        }
        if (owner != NONE) {
            return Ending.SHUFFLECAST_OWN_RETURNED.id();
        }
        return rules.version() == 0
                ? Ending.SHUFFLECAST_NOT_TOLD.id()
                : Ending.SHUFFLECAST_NO_RULE.id();
    }

    /**
     * Sends copies of a frame.
     *
     * @param relay whose splitter gets one; null for none
     * @param slot of the group among the members; or {@link EntryTable#NONE}
     * @param to ports that get one as members: bit i is port i
     */
    private int copy(
            final Relay relay,
            final int slot,
            final long to,
            final DirectBuffer frame,
            final FrameInfo info,
            final EgressSink egress) {
        counters.count(Tally.DATA_IN);
        int sent = relay != null && offer(relay.splitter, frame, info, egress) ? 1 : 0;
        if (slot != EntryTable.NONE) {
            int delivered = 0;
            for (long left = to; left != 0; left &= left - 1) {
                final int port = Long.numberOfTrailingZeros(left);
                delivered += offer(port, frame, info, egress) ? 1 : 0;
            }
            groups.count(slot, delivered);
            sent += delivered;
        }
        counters.count(Tally.COPIES_OUT, sent);
        return sent == 0 ? Ending.EGRESS_REFUSED.id() : Ending.REPLICATED.id();
    }

    private boolean offer(
            final int port,
            final DirectBuffer frame,
            final FrameInfo info,
            final EgressSink egress) {
        final boolean taken = egress.offer(port, frame, info.frameOffset, info.frameLength);
        if (!taken) {
            counters.count(Tally.COPIES_REFUSED);
        }
        trace.copy(
                taken ? ShufflecastEvent.COPY_SENT : ShufflecastEvent.COPY_REFUSED,
                info.dstIp,
                port,
                info.frameLength);
        return taken;
    }
}
