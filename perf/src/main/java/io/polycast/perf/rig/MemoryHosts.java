package io.polycast.perf.rig;

import io.polycast.parser.psn.Psn;
import io.polycast.parser.wire.Opcode;
import io.polycast.xdp.memory.MemoryPort;
import io.polycast.xdp.port.FrameConsumer;
import org.agrona.DirectBuffer;

/**
 * The hosts around a switch of memory ports, all on one thread: host 0 sends, the others take copies and, where
 * the shape says so, answer each packet that asks for it. Nothing is lost: the source keeps a window. No
 * frame allocates.
 */
public final class MemoryHosts {
    /** Packets that the source has under way: half of what a port holds. */
    public static final int WINDOW = SwitchRig.QUEUE / 2;

    private static final int BATCH = 64;
    private static final long PATIENCE_NS = 10_000_000_000L;

    private final RigShape shape;
    private final MemoryPort[] ports;
    private final FrameConsumer[] consumers;
    private final AckFrame[] acks;
    private final DataFrame data;
    private final CopyListener listener;

    /** Who yields waits for whole slices of others; so only where threads share a core. */
    private final boolean spins;

    private long sent;
    private long copies;
    private long ackedPackets;
    private long acksSent;
    private long acksReceived;

    /** Hears of each copy. */
    @FunctionalInterface
    public interface CopyListener {
        /**
         * @param buffer holds the copy
         * @param offset of its first byte
         */
        void onCopy(DirectBuffer buffer, int offset);
    }

    /**
     * @param shape of the switch
     * @param rig that runs it
     * @param listener hears of each copy
     */
    public MemoryHosts(final RigShape shape, final SwitchRig rig, final CopyListener listener) {
        this.shape = shape;
        this.listener = listener;
        ports = new MemoryPort[RigAddresses.ports(shape.fanout())];
        consumers = new FrameConsumer[ports.length];
        acks = new AckFrame[ports.length];
        for (int i = 0; i < ports.length; i++) {
            final int host = i;
            ports[i] = (MemoryPort) rig.port(i);
            acks[i] = new AckFrame(i);
            consumers[i] =
                    i == 0
                            ? this::onSourceFrame
                            : (buffer, offset, length) -> onCopy(host, buffer, offset);
        }
        data = DataFrame.ofRig(shape.payload());
        spins = Runtime.getRuntime().availableProcessors() > (shape.staged() ? 2 : 1);
    }

    private void onSourceFrame(final DirectBuffer buffer, final int offset, final int length) {
        if (DataFrame.opcode(buffer, offset) == Opcode.ACKNOWLEDGE) {
            acksReceived++;
            final int psn = DataFrame.psn(buffer, offset);
            final int expected = (int) (RigAddresses.FIRST_PSN + ackedPackets & Psn.MASK);
            ackedPackets += Psn.distance(expected, psn) + 1;
        } else {
            copies++;
            listener.onCopy(buffer, offset);
        }
    }

    private void onCopy(final int host, final DirectBuffer buffer, final int offset) {
        copies++;
        listener.onCopy(buffer, offset);
        if (shape.ackEvery() != RigShape.NEVER && DataFrame.ackReq(buffer, offset)) {
            final AckFrame ack = acks[host];
            ack.next(DataFrame.psn(buffer, offset));
            if (!ports[host].inject(ack.buffer(), 0, ack.length())) {
                throw new IllegalStateException("an ACK found no room at port " + host);
            }
            acksSent++;
        }
    }

    /** Whether the source may send one more. */
    public boolean maySend() {
        final boolean room = sent * shape.fanout() - copies < (long) WINDOW * shape.fanout();
        final boolean acked =
                shape.ackEvery() == RigShape.NEVER || sent - ackedPackets < 2L * WINDOW;
        return room && acked && ports[0].injectable() > 0;
    }

    /**
     * Sends one packet; {@link #maySend} must have said yes.
     *
     * @param stamp that it carries
     */
    public void send(final long stamp) {
        final int psn = (int) (RigAddresses.FIRST_PSN + sent & Psn.MASK);
        sent++;
        final boolean asks = shape.ackEvery() != RigShape.NEVER && sent % shape.ackEvery() == 0;
        data.next(psn, asks, stamp);
        if (!ports[0].inject(data.buffer(), 0, data.length())) {
            throw new IllegalStateException("a packet found no room within the window");
        }
    }

    /**
     * Takes what has left the switch, and answers.
     *
     * @return frames taken
     */
    public int drain() {
        int taken = 0;
        for (int i = 0; i < ports.length; i++) {
            taken += ports[i].drain(consumers[i], BATCH);
        }
        return taken;
    }

    /**
     * Sends packets as fast as the switch takes them.
     *
     * @param packets to send
     */
    public void exchange(final int packets) {
        int left = packets;
        long idleSinceNs = 0;
        while (left > 0) {
            int work = 0;
            while (left > 0 && work < BATCH && maySend()) {
                send(0);
                left--;
                work++;
            }
            work += drain();
            idleSinceNs = work > 0 ? 0 : waitABit(idleSinceNs);
        }
    }

    /** Takes everything that is still under way. */
    public void settle() {
        long idleSinceNs = 0;
        while (copies < sent * shape.fanout()
                || shape.ackEvery() != RigShape.NEVER
                        && ackedPackets < sent / shape.ackEvery() * shape.ackEvery()) {
            idleSinceNs = drain() > 0 ? 0 : waitABit(idleSinceNs);
        }
    }

    private long waitABit(final long idleSinceNs) {
        final long nowNs = System.nanoTime();
        if (idleSinceNs == 0) {
            return nowNs;
        }
        if (nowNs - idleSinceNs > PATIENCE_NS) {
            throw new IllegalStateException(
                    "the switch stands still: "
                            + sent
                            + " packets sent, "
                            + copies
                            + " copies came, "
                            + ackedPackets
                            + " packets acknowledged");
        }
        if (spins) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
        return idleSinceNs;
    }

    /**
     * @return packets sent
     */
    public long sent() {
        return sent;
    }

    /**
     * @return copies taken
     */
    public long copies() {
        return copies;
    }

    /**
     * @return ACKs of all receivers
     */
    public long acksSent() {
        return acksSent;
    }

    /**
     * @return ACKs that the source got
     */
    public long acksReceived() {
        return acksReceived;
    }
}
