package io.polycast.endhost.qp;

import io.polycast.endhost.settings.QpSettingsBuilder;
import io.polycast.endhost.verbs.Completion;
import io.polycast.endhost.verbs.CompletionQueue;
import io.polycast.endhost.verbs.QpCounter;
import io.polycast.parser.repr.RoceFrame;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/** Host A's queue pair on a test bench: the tests play host B, frame by frame. */
final class Bench {
    final QueuePair qp;
    final Completion completion = new Completion();
    final UnsafeBuffer memory = new UnsafeBuffer(new byte[1 << 20]);
    long nowNs;

    private final UnsafeBuffer out = new UnsafeBuffer(new byte[8192]);

    Bench(final QpSettingsBuilder settings) {
        this(settings, new CompletionQueue(1024));
    }

    Bench(final QpSettingsBuilder settings, final CompletionQueue sendCompletions) {
        qp = new QueuePair(settings.build(), sendCompletions, new CompletionQueue(1024));
        for (int i = 0; i < memory.capacity(); i++) {
            memory.putByte(i, (byte) (i * 31 + (i >> 8)));
        }
    }

    /** Everything that the queue pair sends now. */
    List<Seen> sent() {
        final List<Seen> frames = new ArrayList<>();
        for (byte[] frame = poll(); frame != null; frame = poll()) {
            frames.add(Seen.of(frame));
        }
        return frames;
    }

    /** The next frame that the queue pair sends now, or null. */
    byte[] poll() {
        out.setMemory(0, out.capacity(), (byte) 0xA5);
        final int length = qp.poll(nowNs, out, 3);
        if (length == 0) {
            return null;
        }
        final byte[] frame = new byte[length];
        out.getBytes(3, frame);
        return frame;
    }

    void receive(final byte[] frame) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[frame.length + 5]);
        buffer.putBytes(5, frame);
        qp.onFrame(nowNs, buffer, 5, frame.length);
    }

    void receive(final RoceFrame frame) {
        receive(frame.build());
    }

    void feedback(final int syndrome, final int psn) {
        feedback(syndrome, psn, 0);
    }

    void feedback(final int syndrome, final int psn, final int msn) {
        receive(
                RoceFrame.ack(TestHosts.IP_B, TestHosts.IP_A, TestHosts.QPN_A, psn, syndrome, msn)
                        .srcMac(TestHosts.MAC_B)
                        .dstMac(TestHosts.MAC_A));
    }

    /** A request packet from B with recognisable payload. */
    RoceFrame request(final int opcode, final int psn, final int payload) {
        final byte[] bytes = new byte[payload];
        for (int i = 0; i < payload; i++) {
            bytes[i] = (byte) (psn * 7 + i);
        }
        return RoceFrame.ipv4()
                .srcMac(TestHosts.MAC_B)
                .dstMac(TestHosts.MAC_A)
                .src(TestHosts.IP_B)
                .dst(TestHosts.IP_A)
                .destQpn(TestHosts.QPN_A)
                .opcode(opcode)
                .psn(psn)
                .payload(bytes);
    }

    /** Next send completion as status, or -1. */
    int sendStatus() {
        return qp.sendCompletions().poll(completion) ? completion.status : -1;
    }

    /** Next receive completion as status, or -1. */
    int receiveStatus() {
        return qp.receiveCompletions().poll(completion) ? completion.status : -1;
    }

    long count(final QpCounter counter) {
        return qp.counters().value(counter);
    }

    /** Every frame handed in ended exactly once. */
    static boolean sumsClose(final QueuePair qp) {
        long ends = 0;
        for (final QpCounter counter : QpCounter.values()) {
            ends += counter.ends() ? qp.counters().value(counter) : 0;
        }
        return ends == qp.counters().value(QpCounter.FRAMES_IN);
    }
}
