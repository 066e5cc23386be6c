package io.polycast.ack;

import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.source.SourceTracker;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.table.Mft;
import io.polycast.mft.table.MftWriter;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.wire.Aeth;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/** An aggregator over one group whose path 0 is the source at first; what it says is kept as text. */
final class AckRig {
    static final long NAK_REPEAT_NS = 1_000;
    static final int ANSWER_WINDOW = 1 << 16;
    private static final int NO_SWITCH = -1;
    private static final int GROUP = 0x0AFF0001;

    final Mft mft;
    final int slot;

    /** A group of one path, whose row lies behind those of the group under test. */
    final int behind;

    final AckAggregator aggregator;
    final SourceTracker sources;
    final CounterBlock counters =
            new CounterBlock(new UnsafeBuffer(new byte[CounterBlock.LENGTH]), 0);
    long nowNs = 1;

    /** A group of receivers that have acknowledged all before PSN 0, and a source that sent PSN 0. */
    AckRig(final int receivers) {
        this(receivers, NO_SWITCH);
    }

    /** The same; one path leads to a next switch. */
    AckRig(final int receivers, final int switchPath) {
        mft = new Mft(3, 32, new UnsafeBuffer(new byte[FeedbackLayout.length(3, 32)]));
        final MftWriter writer = new MftWriter(mft);
        try {
            writer.install(spec(GROUP - 1, 0, NO_SWITCH));
            slot = writer.install(spec(GROUP, receivers, switchPath));
            behind = writer.install(spec(GROUP + 1, 0, NO_SWITCH));
        } catch (final GroupRefusedException e) {
            throw new AssertionError(e);
        }
        aggregator = new AckAggregator(mft, counters, NAK_REPEAT_NS, ANSWER_WINDOW);
        sources = new SourceTracker(mft, 1 << 20, 5_000_000_000L, ANSWER_WINDOW);
        source(0, 0);
    }

    private static GroupSpec spec(final int mcstId, final int receivers, final int switchPath) {
        final List<PathSpec> paths = new ArrayList<>();
        for (int i = 0; i <= receivers; i++) {
            final byte[] ip = i == switchPath ? null : new byte[] {10, 0, 0, (byte) i};
            paths.add(new PathSpec(i, -1, ip, i, ip == null ? 0 : i, null));
        }
        return new GroupSpec(mcstId, 0, 0, paths);
    }

    int id(final int path) {
        return mft.feedbackId(mft.row(slot, path));
    }

    boolean has(final int flag) {
        return mft.groupFeedback().has(slot, flag);
    }

    /** The group begins anew with data of path 0. */
    void anew(final int psn) {
        aggregator.onAnew(nowNs, slot, id(0));
        sources.onEstablished(slot, psn);
    }

    /** Data of a new source. */
    String source(final int path, final int psn) {
        aggregator.onSource(nowNs, slot, id(path));
        sources.onEstablished(slot, psn);
        return remind(psn);
    }

    /** Data of the source, one after the other; they pass all NAKs that ask for them. */
    String data(final int... psns) {
        final StringBuilder text = new StringBuilder();
        for (final int psn : psns) {
            aggregator.naks().onData(slot, psn);
            sources.onData(slot, psn);
            text.append(text.isEmpty() ? "" : " ").append(remind(psn));
            answer(psn);
        }
        return text.toString().strip();
    }

    /** The copies that left were what these paths asked for. */
    private void answer(final int psn) {
        answer(mft, aggregator, slot, psn);
    }

    static void answer(
            final Mft mft, final AckAggregator aggregator, final int slot, final int psn) {
        for (int path = 0; path < mft.pathCount(slot); path++) {
            final int id = mft.feedbackId(mft.row(slot, path));
            if (mft.pathFeedback().has(id, PathFeedback.NAK_WAITS)
                    && mft.pathFeedback().nakPsn(id) == psn
                    && !mft.pathFeedback().refuses(id)) {
                aggregator.naks().onCopied(id);
            }
        }
        aggregator.naks().onAnswered(slot, psn);
    }

    private String remind(final int psn) {
        return has(GroupFeedback.FATAL_WAITS)
                ? text(aggregator.onDataToRefusing(nowNs, slot, psn))
                : "";
    }

    String ack(final int path, final int psn) {
        return text(aggregator.onAck(nowNs, slot, id(path), psn, 0));
    }

    String nak(final int path, final int psn) {
        return nak(path, psn, Aeth.NAK_PSN_SEQUENCE_ERROR);
    }

    String nak(final int path, final int psn, final int syndrome) {
        return text(aggregator.onNak(nowNs, slot, id(path), psn, syndrome, 0));
    }

    String membership() {
        return text(aggregator.onMembership(nowNs, slot));
    }

    /** "ack 5", "nak 6 0x62", or nothing. */
    private static String text(final long outcome) {
        final int psn = Outcome.psn(outcome);
        return switch (Outcome.action(outcome)) {
            case Outcome.ACK -> "ack " + psn;
            case Outcome.NAK ->
                    "nak " + psn + " 0x" + Integer.toHexString(Outcome.syndrome(outcome));
            default -> "";
        };
    }
}
