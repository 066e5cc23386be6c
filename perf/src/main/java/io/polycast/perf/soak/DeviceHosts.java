package io.polycast.perf.soak;

import io.polycast.endhost.drive.Exit;
import io.polycast.endhost.drive.SendLoop;
import io.polycast.endhost.qp.QueuePair;
import io.polycast.endhost.settings.QpSettingsBuilder;
import io.polycast.endhost.verbs.Completion;
import io.polycast.endhost.verbs.CompletionQueue;
import io.polycast.endhost.verbs.CompletionStatus;
import io.polycast.endhost.verbs.QpCounter;
import io.polycast.parser.wire.Bth;
import io.polycast.perf.latency.Endpoint;
import io.polycast.perf.latency.NetNamespace;
import io.polycast.xdp.afpacket.AfPacketSpec;
import io.polycast.xdp.open.Ports;
import io.polycast.xdp.port.FrameHandler;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import io.polycast.xdp.port.PortException;
import io.polycast.xdp.port.PortId;
import io.polycast.xdp.port.PortSpec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A group's hosts behind network devices, all on one thread: the first always has messages to send, the others
 * take and acknowledge them, and look at every byte.
 */
public final class DeviceHosts implements AutoCloseable {
    private static final int MESSAGE = 128 * 1024;
    private static final int MESSAGES = 16;
    private static final int BATCH = 64;
    private static final int CHUNK = 4096;
    private static final int WINDOW = 256;
    private static final int ACK_EVERY = 16;
    private static final long FIRST_MAC = 0x0200_0000_0001L;
    private static final long SWITCH_MAC = 0x0200_0000_00FEL;
    private static final int FIRST_QPN = 256;

    /** 4.096 us x 2^14 = 67 ms. */
    private static final int TIMEOUT = 14;

    private final List<Host> hosts = new ArrayList<>();
    private final UnsafeBuffer message = new UnsafeBuffer(ByteBuffer.allocateDirect(MESSAGE));
    private final Completion completion = new Completion();
    private long posted;
    private long completed;
    private long nowNs;

    /** One host; what it received is right up to now. */
    private final class Host implements io.polycast.endhost.drive.Endpoint, Exit<Host> {
        private final Port port;
        private final QueuePair queuePair;
        private final UnsafeBuffer frame;
        private final FrameHandler handler;
        private final SendLoop<Host> loop = new SendLoop<>(this);
        private long received;

        Host(final int number, final Port port, final FrameMemory memory, final Plan plan) {
            this.port = port;
            queuePair =
                    new QueuePair(
                            new QpSettingsBuilder()
                                    .local(
                                            FIRST_MAC + number,
                                            "10.0.0." + (1 + number),
                                            FIRST_QPN + number)
                                    .remote(SWITCH_MAC, plan.group(), Bth.VIRTUAL_QPN)
                                    .pathMtu(plan.pathMtu())
                                    .sqPsn(plan.firstPsn())
                                    .rqPsn(plan.firstPsn())
                                    .window(WINDOW)
                                    .ackRequestEvery(ACK_EVERY)
                                    .timeout(TIMEOUT)
                                    .retryCount(7)
                                    .endlessRetryAtSeven(true)
                                    .sendQueueDepth(MESSAGES)
                                    .build());
            frame = new UnsafeBuffer(ByteBuffer.allocateDirect(CHUNK));
            queuePair.receiveEndlessly(this::onPayload, MESSAGE);
            loop.add(this);
            handler =
                    (index, offset, length, atNs) -> {
                        queuePair.onFrame(nowNs, memory.buffer(), offset, length);
                        memory.release(offset);
                    };
        }

        private void onPayload(
                final long position,
                final DirectBuffer source,
                final int offset,
                final int length) {
            for (int i = 0; i < length; i += Long.BYTES) {
                if (source.getLong(offset + i) != content(position + i)) {
                    throw new IllegalStateException("wrong bytes at " + (position + i));
                }
            }
            received += length;
        }

        private int work() {
            final int work = port.receive(handler, BATCH) + loop.run(nowNs, BATCH);
            port.flush();
            return work;
        }

        @Override
        public QueuePair active() {
            return queuePair;
        }

        @Override
        public MutableDirectBuffer buffer() {
            return frame;
        }

        /** A frame that the device does not take is lost, and the queue pair retransmits it. */
        @Override
        public void send(final Host from, final int length) {
            port.send(frame, 0, length);
        }
    }

    /**
     * What the hosts agree on.
     *
     * @param group dotted quad
     * @param pathMtu bytes of a full packet's payload
     * @param firstPsn of the first packet
     */
    public record Plan(String group, int pathMtu, int firstPsn) {}

    /**
     * Opens the devices. Host n has IP 10.0.0.(n+1), MAC 02:00:00:00:00:(n+1) and QPN 256+n.
     *
     * @param endpoints the source's, then the receivers'
     * @param plan of all hosts
     * @throws PortException when a device cannot be opened; nothing stays open
     */
    public DeviceHosts(final List<Endpoint> endpoints, final Plan plan) throws PortException {
        for (int i = 0; i < MESSAGE; i += Long.BYTES) {
            message.putLong(i, content(i));
        }
        boolean complete = false;
        try {
            for (final Endpoint endpoint : endpoints) {
                hosts.add(open(hosts.size(), endpoint, plan));
            }
            complete = true;
        } finally {
            if (!complete) {
                close();
            }
        }
    }

    private Host open(final int number, final Endpoint endpoint, final Plan plan)
            throws PortException {
        return NetNamespace.in(
                endpoint.namespace(),
                () -> {
                    final PortSpec spec = new AfPacketSpec(endpoint.device());
                    final FrameMemory memory = Ports.memory(List.of(spec), CHUNK, BATCH);
                    final PortId id = new PortId(number, endpoint.toString());
                    return new Host(number, spec.open(id, memory), memory, plan);
                });
    }

    /** Tells every place of a message from every other. */
    private static long content(final long position) {
        return (position % MESSAGE + 1) * 0x9E37_79B9_7F4A_7C15L;
    }

    /**
     * Sends for a time.
     *
     * @param durationNs in ns
     * @throws IllegalStateException when a transfer fails or a byte is wrong
     */
    public void run(final long durationNs) {
        final long startNs = System.nanoTime();
        nowNs = startNs;
        while (nowNs - startNs < durationNs || completed < posted) {
            nowNs = System.nanoTime();
            if (nowNs - startNs < durationNs) {
                post();
            }
            int work = 0;
            for (int i = 0; i < hosts.size(); i++) {
                work += hosts.get(i).work();
            }
            completed += take(hosts.get(0).queuePair.sendCompletions());
            for (int i = 1; i < hosts.size(); i++) {
                take(hosts.get(i).queuePair.receiveCompletions());
            }
            if (work == 0) {
                Thread.yield();
            }
        }
    }

    private void post() {
        final QueuePair source = hosts.get(0).queuePair;
        while (posted - completed < MESSAGES && source.postSend(posted, message, 0, MESSAGE)) {
            posted++;
        }
    }

    private int take(final CompletionQueue queue) {
        int taken = 0;
        while (queue.poll(completion)) {
            if (completion.status != CompletionStatus.SUCCESS) {
                throw new IllegalStateException("a transfer ended with " + completion);
            }
            taken++;
        }
        return taken;
    }

    /**
     * @return messages that every receiver has and the source knows of
     */
    public long completed() {
        return completed;
    }

    /**
     * @return bytes that the receiver with the fewest has
     */
    public long least() {
        long least = Long.MAX_VALUE;
        for (int i = 1; i < hosts.size(); i++) {
            least = Math.min(least, hosts.get(i).received);
        }
        return least;
    }

    /**
     * @return packets that the source sent once more
     */
    public long retransmitted() {
        return hosts.get(0).queuePair.counters().value(QpCounter.RETRANSMITTED);
    }

    @Override
    public void close() {
        hosts.forEach(host -> CloseHelper.close(host.port));
    }
}
