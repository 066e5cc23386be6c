package io.polycast.perf.rig;

import io.polycast.endhost.drive.Endpoint;
import io.polycast.endhost.drive.Exit;
import io.polycast.endhost.drive.SendLoop;
import io.polycast.endhost.qp.QueuePair;
import io.polycast.endhost.settings.QpSettingsBuilder;
import io.polycast.parser.wire.Bth;
import io.polycast.parser.wire.Ipv4;
import io.polycast.xdp.memory.MemoryPort;
import io.polycast.xdp.port.FrameConsumer;
import java.nio.ByteBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Hosts with a queue pair each, around a switch of memory ports, all on one thread; links lose nothing. */
public final class SoftHosts {
    private static final int BATCH = 64;

    /** Packets under way. */
    private static final int WINDOW = 256;

    /** 4.096 us x 2^14 = 67 ms. */
    private static final int TIMEOUT = 14;

    private final Host[] hosts;
    private final UnsafeBuffer frame;
    private long nowNs;

    /** A queue pair and its port, whose room holds frames back. */
    private final class Host implements Endpoint, Exit<Host> {
        private final QueuePair queuePair;
        private final MemoryPort port;
        private final FrameConsumer consumer;
        private final SendLoop<Host> loop = new SendLoop<>(this);

        Host(final QueuePair queuePair, final MemoryPort port) {
            this.queuePair = queuePair;
            this.port = port;
            consumer = (buffer, offset, length) -> queuePair.onFrame(nowNs, buffer, offset, length);
            loop.add(this);
        }

        int work() {
            return port.drain(consumer, BATCH) + loop.run(nowNs, BATCH);
        }

        @Override
        public QueuePair active() {
            return queuePair;
        }

        @Override
        public boolean isOpen(final long now) {
            return port.injectable() > 0;
        }

        @Override
        public MutableDirectBuffer buffer() {
            return frame;
        }

        @Override
        public void send(final Host from, final int length) {
            port.inject(frame, 0, length);
        }
    }

    /**
     * @param shape of the switch, with one group and one host a port
     * @param rig that runs it
     * @param messages that a host may have posted
     */
    public SoftHosts(final RigShape shape, final SwitchRig rig, final int messages) {
        hosts = new Host[1 + shape.fanout()];
        for (int host = 0; host < hosts.length; host++) {
            final QueuePair queuePair =
                    new QueuePair(
                            new QpSettingsBuilder()
                                    .local(
                                            RigAddresses.mac(host),
                                            Ipv4.format(RigAddresses.ip(host)),
                                            RigAddresses.qpn(host))
                                    .remote(
                                            RigAddresses.SWITCH_MAC,
                                            Ipv4.format(RigAddresses.mcstId(0)),
                                            Bth.VIRTUAL_QPN)
                                    .pathMtu(shape.payload())
                                    .sqPsn(RigAddresses.FIRST_PSN)
                                    .rqPsn(RigAddresses.FIRST_PSN)
                                    .window(WINDOW)
                                    .ackRequestEvery(shape.ackEvery())
                                    .timeout(TIMEOUT)
                                    .retryCount(7)
                                    .endlessRetryAtSeven(true)
                                    .sendQueueDepth(messages)
                                    .build());
            hosts[host] = new Host(queuePair, (MemoryPort) rig.port(host));
        }
        frame =
                new UnsafeBuffer(
                        ByteBuffer.allocateDirect(hosts[0].queuePair.settings().maxFrameLength()));
    }

    /**
     * @param host 0 for the source
     * @return its queue pair
     */
    public QueuePair queuePair(final int host) {
        return hosts[host].queuePair;
    }

    /**
     * One turn for each host: takes what came, sends what is due.
     *
     * @param now in ns
     * @return frames moved
     */
    public int work(final long now) {
        nowNs = now;
        int work = 0;
        for (final Host host : hosts) {
            work += host.work();
        }
        return work;
    }
}
