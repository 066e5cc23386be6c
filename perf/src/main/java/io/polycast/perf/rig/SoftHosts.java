package io.polycast.perf.rig;

import io.polycast.endhost.qp.QueuePair;
import io.polycast.endhost.settings.QpSettingsBuilder;
import io.polycast.parser.wire.Bth;
import io.polycast.parser.wire.Ipv4;
import io.polycast.xdp.memory.MemoryPort;
import io.polycast.xdp.port.FrameConsumer;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Hosts with a queue pair each, around a switch of memory ports, all on one thread; links lose nothing. */
public final class SoftHosts {
    private static final int BATCH = 64;

    /** Packets under way. */
    private static final int WINDOW = 256;

    /** 4.096 us x 2^14 = 67 ms. */
    private static final int TIMEOUT = 14;

    private final QueuePair[] queuePairs;
    private final MemoryPort[] ports;
    private final FrameConsumer[] consumers;
    private final UnsafeBuffer frame;
    private long nowNs;

    /**
     * @param shape of the switch, with one group and one host a port
     * @param rig that runs it
     * @param messages that a host may have posted
     */
    public SoftHosts(final RigShape shape, final SwitchRig rig, final int messages) {
        final int hosts = 1 + shape.fanout();
        queuePairs = new QueuePair[hosts];
        ports = new MemoryPort[hosts];
        consumers = new FrameConsumer[hosts];
        for (int host = 0; host < hosts; host++) {
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
            queuePairs[host] = queuePair;
            ports[host] = (MemoryPort) rig.port(host);
            consumers[host] =
                    (buffer, offset, length) -> queuePair.onFrame(nowNs, buffer, offset, length);
        }
        frame =
                new UnsafeBuffer(
                        ByteBuffer.allocateDirect(queuePairs[0].settings().maxFrameLength()));
    }

    /**
     * @param host 0 for the source
     * @return its queue pair
     */
    public QueuePair queuePair(final int host) {
        return queuePairs[host];
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
        for (int host = 0; host < ports.length; host++) {
            work += ports[host].drain(consumers[host], BATCH);
            work += send(host);
        }
        return work;
    }

    private int send(final int host) {
        int sent = 0;
        while (sent < BATCH && ports[host].injectable() > 0) {
            final int length = queuePairs[host].poll(nowNs, frame, 0);
            if (length == 0) {
                break;
            }
            ports[host].inject(frame, 0, length);
            sent++;
        }
        return sent;
    }
}
