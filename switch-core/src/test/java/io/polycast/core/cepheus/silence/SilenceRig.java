package io.polycast.core.cepheus.silence;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.spec.SilentPolicy;
import io.polycast.mft.table.Mft;
import io.polycast.mft.table.MftWriter;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;

/** A group of four members whose silence is watched, and requests of its source. */
abstract class SilenceRig {
    private static final int MEMBERS = 4;
    static final long AFTER = 100_000_000;
    static final long LOOK = AFTER / 4;

    final Mft mft = new Mft(3, 16, new UnsafeBuffer(new byte[FeedbackLayout.length(3, 16)]));
    final GroupFeedback groups = mft.groupFeedback();
    final PathFeedback paths = mft.pathFeedback();
    private final MftWriter writer = new MftWriter(mft);
    final SilenceWatch watch = new SilenceWatch(mft);
    int slot;

    @BeforeEach
    void install() throws GroupRefusedException {
        // A group in front, so that no place is the first of all.
        install(SilentPolicy.EVICT, 3);
        slot = install(SilentPolicy.EVICT, 1);
        groups.source(slot, id(0));
        groups.receivers(slot, MEMBERS - 1);
        groups.unknown(slot, MEMBERS - 1);
    }

    final int install(final SilentPolicy policy, final int last) throws GroupRefusedException {
        final List<PathSpec> members = new ArrayList<>();
        for (int i = 0; i < MEMBERS; i++) {
            members.add(new PathSpec(i, -1, new byte[] {10, 0, 0, (byte) i}, i, i, null));
        }
        return writer.install(
                new GroupSpec(
                        0x0AFF_0000 + last,
                        0,
                        -1,
                        false,
                        FatalNakPolicy.FAIL_GROUP,
                        policy,
                        AFTER,
                        members));
    }

    final int id(final int path) {
        return mft.feedbackId(mft.row(slot, path));
    }

    final void fresh(final long nowNs, final int psn) {
        groups.highest(slot, psn);
        watch.onData(nowNs, slot, psn, true, false);
    }

    final void freshWithoutRequest(final long nowNs, final int psn) {
        groups.highest(slot, psn);
        watch.onData(nowNs, slot, psn, false, false);
    }

    final void again(final long nowNs, final int... psns) {
        for (final int psn : psns) {
            watch.onData(nowNs, slot, psn, true, true);
        }
    }

    /** A request and two repetitions, the second {@code silentAfter} later. */
    final void ripe(final int psn) {
        fresh(0, psn);
        again(AFTER / 2, psn);
        again(AFTER, psn);
    }

    final void acknowledged(final int path, final int psn) {
        paths.ackPsn(id(path), psn);
        paths.set(id(path), PathFeedback.KNOWN);
    }

    /** Paths that are silent when the group is judged in time. */
    final List<Integer> silentAt(final long nowNs) {
        assertEquals(nowNs, watch.nextDeadlineNs());
        assertEquals(slot, watch.due(nowNs));
        return silent();
    }

    final List<Integer> silent() {
        final List<Integer> silent = new ArrayList<>();
        for (int path = 0; path < MEMBERS; path++) {
            if (watch.isSilent(slot, id(path))) {
                silent.add(path);
            }
        }
        return silent;
    }

    final void assertNothingDue() {
        assertEquals(Long.MAX_VALUE, watch.nextDeadlineNs());
        assertEquals(Mft.NONE, watch.due(Long.MAX_VALUE / 2));
    }
}
