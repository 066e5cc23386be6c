package io.polycast.perf.feedback;

import io.polycast.endhost.qp.QueuePair;
import io.polycast.endhost.verbs.Completion;
import io.polycast.endhost.verbs.CompletionStatus;
import io.polycast.endhost.verbs.QpCounter;
import io.polycast.parser.contract.Tally;
import io.polycast.perf.rig.RigShape;
import io.polycast.perf.rig.SoftHosts;
import io.polycast.perf.rig.SwitchRig;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A source that always has messages to send, over a switch of memory ports; all hosts on the calling thread. */
public final class GoodputRun implements AutoCloseable {
    private static final int MESSAGE = 128 * 1024;
    private static final int MESSAGES = 32;
    private static final int TURNS = 100;

    private final RigShape shape;
    private final SwitchRig rig;
    private final SoftHosts hosts;
    private final UnsafeBuffer message = new UnsafeBuffer(ByteBuffer.allocateDirect(MESSAGE));
    private final Completion completion = new Completion();
    private final long[] received;
    private long posted;
    private long completed;

    /**
     * Starts the switch.
     *
     * @param threading staged or fused
     * @param receivers of the group, 1 to 63
     * @param payload bytes of a full packet: a path MTU
     * @param ackEvery packets within a message after which the source asks for an ACK
     */
    public GoodputRun(
            final String threading, final int receivers, final int payload, final int ackEvery) {
        shape = RigShape.of(threading, receivers, payload, ackEvery);
        rig = SwitchRig.start(shape);
        hosts = new SoftHosts(shape, rig, MESSAGES);
        received = new long[1 + receivers];
        for (int host = 1; host <= receivers; host++) {
            final int index = host;
            hosts.queuePair(host)
                    .receiveEndlessly(
                            (position, source, offset, length) -> received[index] += length,
                            MESSAGE);
        }
    }

    /**
     * Runs.
     *
     * @param warmUpNs that does not count
     * @param durationNs that counts
     * @return what came through
     */
    public Goodput run(final long warmUpNs, final long durationNs) {
        turn(warmUpNs);
        final long bytes = least();
        final long data = tally(Tally.DATA_IN);
        final long acksIn = tally(Tally.ACKS_IN);
        final long acksOut = tally(Tally.ACKS_OUT);
        final long retransmitted = source(QpCounter.RETRANSMITTED);
        final long naks = source(QpCounter.NAK_TAKEN);
        final double seconds = turn(durationNs) / 1e9;
        final long packets = tally(Tally.DATA_IN) - data;
        return new Goodput(
                shape.fanout(),
                shape.payload(),
                seconds,
                (least() - bytes) * Byte.SIZE / seconds,
                packets,
                source(QpCounter.RETRANSMITTED) - retransmitted,
                source(QpCounter.NAK_TAKEN) - naks,
                new AckRates(
                        (double) (tally(Tally.ACKS_IN) - acksIn) / packets,
                        (double) (tally(Tally.ACKS_OUT) - acksOut) / packets));
    }

    private long turn(final long durationNs) {
        final QueuePair source = hosts.queuePair(0);
        final long startNs = System.nanoTime();
        long nowNs = startNs;
        while (nowNs - startNs < durationNs) {
            int work = 0;
            for (int i = 0; i < TURNS; i++) {
                while (source.sendCompletions().poll(completion)) {
                    if (completion.status != CompletionStatus.SUCCESS) {
                        throw new IllegalStateException("the source's " + completion);
                    }
                    completed++;
                }
                while (posted - completed < MESSAGES
                        && source.postSend(posted, message, 0, MESSAGE)) {
                    posted++;
                }
                nowNs = System.nanoTime();
                work += hosts.work(nowNs);
            }
            for (int host = 1; host <= shape.fanout(); host++) {
                drain(hosts.queuePair(host));
            }
            if (work == 0) {
                Thread.yield();
            }
        }
        return nowNs - startNs;
    }

    private void drain(final QueuePair receiver) {
        while (receiver.receiveCompletions().poll(completion)) {
            if (completion.status != CompletionStatus.SUCCESS) {
                throw new IllegalStateException("a receiver's " + completion);
            }
        }
    }

    private long least() {
        long least = Long.MAX_VALUE;
        for (int host = 1; host < received.length; host++) {
            least = Math.min(least, received[host]);
        }
        return least;
    }

    private long tally(final Tally tally) {
        return rig.counters().total(tally);
    }

    private long source(final QpCounter counter) {
        return hosts.queuePair(0).counters().value(counter);
    }

    @Override
    public void close() {
        rig.close();
    }
}
