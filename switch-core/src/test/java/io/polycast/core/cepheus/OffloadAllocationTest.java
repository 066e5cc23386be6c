package io.polycast.core.cepheus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.polycast.core.SwitchCore;
import io.polycast.core.offload.OffloadSettings;
import io.polycast.core.role.GroupDatapath;
import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.parser.contract.Copy;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.wire.Aeth;
import java.lang.management.ManagementFactory;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** The engine's work for a group in the kernel allocates nothing, per frame and per tick. */
class OffloadAllocationTest implements EgressSink {
    private static final int STRETCHES = 8;
    private static final int ROUNDS = 1000;

    private final CounterBlock counters =
            new CounterBlock(new UnsafeBuffer(new byte[CounterBlock.LENGTH]), 0);
    private final SteadyKernel kernel = new SteadyKernel();
    private final CepheusRole role;
    private final SwitchCore core;
    private final UnsafeBuffer[][] acks = new UnsafeBuffer[3][STRETCHES * ROUNDS + 1];
    private final UnsafeBuffer[] naks = new UnsafeBuffer[STRETCHES * ROUNDS + 1];
    private final UnsafeBuffer[] data = new UnsafeBuffer[STRETCHES * ROUNDS + 1];
    private long nowNs = 1;
    private long sent;

    OffloadAllocationTest() throws Exception {
        final CepheusSettings settings = CepheusSettings.of(SwitchRig.SWITCH_MAC, 4);
        role =
                new CepheusRole(
                        settings,
                        new UnsafeBuffer(
                                new byte
                                        [FeedbackLayout.length(
                                                settings.maxGroups(), settings.maxPaths())]),
                        counters,
                        kernel,
                        new OffloadSettings(0, 1L << 40, 0, 1, 1, 1, 1L << 40),
                        null);
        core = new SwitchCore(4, role, counters);
        role.setGroup(nowNs, SwitchRig.group(3, -1), this);
        for (int psn = 0; psn < data.length; psn++) {
            data[psn] = new UnsafeBuffer(SwitchRig.dataFrame(0, psn).build());
            naks[psn] = frame(2, psn, Aeth.NAK_PSN_SEQUENCE_ERROR);
            for (int member = 1; member < 3; member++) {
                acks[member][psn] = frame(member, psn, Aeth.ACK_UNLIMITED);
            }
        }
    }

    private static UnsafeBuffer frame(final int member, final int psn, final int syndrome) {
        return new UnsafeBuffer(SwitchRig.ackFrame(member, psn, syndrome, psn).build());
    }

    private void feed(final int port, final UnsafeBuffer frame) {
        core.onFrame(nowNs, port, frame, 0, frame.capacity(), this);
    }

    private void round(final int psn) {
        kernel.take(psn);
        feed(1, acks[1][psn]);
        // Lost on the way to one receiver: what it asks for passes again.
        feed(2, naks[psn]);
        kernel.take(psn);
        feed(2, acks[2][psn]);
        // Its ACK was lost on the way to the source.
        feed(0, data[psn]);
        nowNs += 1000;
        core.onTick(nowNs, this);
    }

    @Test
    void shouldTakeNoMemoryForAGroupInTheKernel() {
        feed(0, data[0]);
        feed(1, acks[1][0]);
        feed(2, acks[2][0]);
        assertEquals(GroupDatapath.KERNEL, role.group(SwitchRig.GROUP).datapath());
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final long self = Thread.currentThread().getId();
        long least = Long.MAX_VALUE;
        for (int stretch = 0; stretch < STRETCHES; stretch++) {
            final long before = threads.getThreadAllocatedBytes(self);
            for (int n = 1; n <= ROUNDS; n++) {
                round(stretch * ROUNDS + n);
            }
            // Compiling in between allocates too: the best counts.
            least = Math.min(least, threads.getThreadAllocatedBytes(self) - before);
        }
        assertEquals(0, least, "bytes in " + ROUNDS + " rounds");
        assertEquals(GroupDatapath.KERNEL, role.group(SwitchRig.GROUP).datapath());
        assertEquals(2L * STRETCHES * ROUNDS, counters.get(Tally.KERNEL_FRAMES));
        assertEquals(counters.get(Tally.NAKS_IN), counters.get(Tally.NACKS_OUT));
        assertTrue(sent >= 3L * STRETCHES * ROUNDS, sent + " frames of feedback");
    }

    @Override
    public int room(final int egressPort) {
        return Integer.MAX_VALUE;
    }

    @Override
    public boolean offer(
            final int egressPort, final DirectBuffer frame, final int offset, final int length) {
        sent++;
        return true;
    }

    @Override
    public boolean offerCopy(
            final int egressPort, final Copy copy, final int headerOffset, final int icrc) {
        return true;
    }
}
