package io.polycast.perf;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.polycast.core.SwitchCore;
import io.polycast.core.SwitchSettings;
import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.psn.Psn;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.InternetChecksum;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Opcode;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The whole engine on frames that lie in memory: classification, look-up, source tracking, copies to
 * a ring that gathers. Each frame goes to a group drawn at random; making it one of that group (its
 * address, IP checksum and PSN) is part of the figure.
 */
final class EngineRun {
    static final int BATCH = 64;

    private static final int SIZE = 512;
    private static final int IP = 14;
    private static final int QUESTIONS = 1 << 20;

    private final HeaderRing sink = new HeaderRing(true);
    private final CounterBlock counters = Fixture.counters();
    private final int[] questions = new int[QUESTIONS];
    private final int[] psns;
    private final UnsafeBuffer frames = Fixture.direct(BATCH * SIZE);
    private final SwitchCore core;
    private int next;
    private long nowNs;
    private long sent;

    EngineRun(final int groups, final int fanout) throws GroupRefusedException {
        final int paths = groups * (fanout + 1);
        core =
                new SwitchCore(
                        settings(groups, paths),
                        Fixture.direct(FeedbackLayout.length(groups, paths)),
                        counters);
        psns = new int[groups];
        for (int n = 0; n < groups; n++) {
            core.setGroup(0, Fixture.group(n, fanout), sink);
            establish(n);
        }
        final SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < QUESTIONS; i++) {
            questions[i] = random.nextInt(groups);
        }
        final byte[] frame = Fixture.data(SIZE);
        for (int i = 0; i < BATCH; i++) {
            frames.putBytes(i * SIZE, frame);
        }
    }

    private static SwitchSettings settings(final int groups, final int paths) {
        final SwitchSettings plain = SwitchSettings.of(Fixture.SWITCH_MAC, 64);
        return new SwitchSettings(
                plain.mac(),
                null,
                plain.portCount(),
                plain.wirePeer(),
                false,
                groups,
                paths,
                plain.sourceWindow(),
                plain.nakRepeatNs(),
                plain.cnp());
    }

    /** The first frame of a source must be right in every byte. */
    private void establish(final int group) {
        final byte[] frame =
                RoceFrame.ipv4()
                        .srcMac(0x0200_0000_0100L)
                        .dstMac(Fixture.SWITCH_MAC)
                        .src("10.0.0.1")
                        .dst(Fixture.mcstId(group))
                        .opcode(Opcode.SEND_MIDDLE)
                        .psn(Fixture.FIRST_PSN)
                        .destQpn(1)
                        .payload(new byte[8])
                        .build();
        psns[group] = Fixture.FIRST_PSN;
        sent++;
        core.onFrame(nowNs, 0, new UnsafeBuffer(frame), 0, frame.length, sink);
    }

    /** One batch of frames. */
    int batch() {
        int endings = 0;
        final int from = next;
        next = from + BATCH & QUESTIONS - 1;
        for (int i = 0; i < BATCH; i++) {
            final int at = i * SIZE;
            address(at, questions[from + i]);
            nowNs += 100;
            endings += core.onFrame(nowNs, 0, frames, at, SIZE, sink);
        }
        sent += BATCH;
        return endings;
    }

    private void address(final int at, final int group) {
        final int ip = at + IP;
        final int old = Ipv4.dst(frames, ip);
        final int mcstId = Fixture.mcstId(group);
        Ipv4.checksum(
                frames, ip, InternetChecksum.update32(Ipv4.checksum(frames, ip), old, mcstId));
        Ipv4.dst(frames, ip, mcstId);
        psns[group] = Psn.next(psns[group]);
        frames.putInt(at + Fixture.PSN_WORD, psns[group], BIG_ENDIAN);
    }

    /** A figure of frames that were dropped would be worthless. */
    void check() {
        if (counters.get(Ending.REPLICATED) != sent) {
            throw new IllegalStateException(
                    "sent=" + sent + " replicated=" + counters.get(Ending.REPLICATED));
        }
    }
}
