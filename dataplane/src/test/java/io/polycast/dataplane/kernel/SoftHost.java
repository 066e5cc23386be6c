package io.polycast.dataplane.kernel;

import io.polycast.endhost.drive.Endpoint;
import io.polycast.endhost.drive.Exit;
import io.polycast.endhost.drive.SendLoop;
import io.polycast.endhost.qp.QueuePair;
import io.polycast.endhost.settings.QpSettingsBuilder;
import io.polycast.endhost.verbs.Completion;
import io.polycast.endhost.verbs.CompletionStatus;
import io.polycast.parser.wire.Bth;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A queue pair behind a raw link, which loses frames both ways when told to. */
final class SoftHost implements Endpoint, Exit<SoftHost> {
    static final int MESSAGE = 32_768;
    private static final int BATCH = 32;
    private static final int SLOTS = 8;

    /** Retry timer 4.096 us x 2^12 = 17 ms. */
    private static final int TIMEOUT = 12;

    private final int number;
    private final List<? extends Port> queues;
    private final List<FrameMemory> memories;
    private final int sendingQueue;
    private final QueuePair queuePair;
    private final UnsafeBuffer frame = new UnsafeBuffer(ByteBuffer.allocateDirect(4096));
    private final UnsafeBuffer message = new UnsafeBuffer(ByteBuffer.allocateDirect(MESSAGE));
    private final Completion completion = new Completion();
    private final SplittableRandom random;
    private final SendLoop<SoftHost> loop = new SendLoop<>(this);
    private double loss;
    private long posted;
    private long completed;
    private long received;
    private String problem = "";

    /** A host of a lab, in the group that the lab's tests have. */
    SoftHost(final int number, final VethLab lab) {
        this(number, "10.255.0.1", List.of(lab.host(number)), List.of(lab.memory()), 0);
    }

    /**
     * @param queues of its device, each over the memory of the same place
     * @param sendingQueue which of them it sends on
     */
    SoftHost(
            final int number,
            final String group,
            final List<? extends Port> queues,
            final List<FrameMemory> memories,
            final int sendingQueue) {
        this.number = number;
        this.queues = queues;
        this.memories = memories;
        this.sendingQueue = sendingQueue;
        random = new SplittableRandom(number);
        loop.add(this);
        queuePair =
                new QueuePair(
                        new QpSettingsBuilder()
                                .local(
                                        0x0200_0000_0001L + number,
                                        "10.0.0." + (1 + number),
                                        0x100 + number)
                                .remote(0x0200_0000_00FEL, group, Bth.VIRTUAL_QPN)
                                .pathMtu(1024)
                                .sqPsn(0xFFFF00)
                                .rqPsn(0xFFFF00)
                                .window(64)
                                .ackRequestEvery(16)
                                .timeout(TIMEOUT)
                                .retryCount(7)
                                .endlessRetryAtSeven(true)
                                .sendQueueDepth(SLOTS)
                                .build());
        queuePair.receiveEndlessly(this::onPayload, MESSAGE);
        queuePair.registerMemory(
                0xA000 + number, (number + 1) * 0x1000_0000L, 65_536, this::onPayload);
        for (int i = 0; i < MESSAGE; i++) {
            message.putByte(i, content(i));
        }
    }

    private static byte content(final long position) {
        return (byte) (position * 31 ^ position >>> 8);
    }

    private void onPayload(
            final long position, final DirectBuffer source, final int offset, final int length) {
        for (int i = 0; i < length; i++) {
            if (source.getByte(offset + i) != content(position + i) && problem.isEmpty()) {
                problem = "host " + number + ": wrong byte at " + (received + i);
            }
        }
        received += length;
    }

    void lose(final double probability) {
        loss = probability;
    }

    boolean post(final boolean write, final int length) {
        if (posted - completed >= SLOTS) {
            return false;
        }
        final long id = posted++;
        return write
                ? queuePair.postWrite(id, message, 0, length, 0x1000, 0)
                : queuePair.postSend(id, message, 0, length);
    }

    void work(final long nowNs) {
        for (int i = 0; i < queues.size(); i++) {
            final FrameMemory memory = memories.get(i);
            queues.get(i)
                    .receive(
                            (port, offset, length, atNs) -> {
                                if (random.nextDouble() >= loss) {
                                    queuePair.onFrame(nowNs, memory.buffer(), offset, length);
                                }
                                memory.release(offset);
                            },
                            BATCH);
        }
        loop.run(nowNs, BATCH);
        queues.forEach(Port::flush);
        while (queuePair.sendCompletions().poll(completion)) {
            completed++;
            if (completion.status != CompletionStatus.SUCCESS && problem.isEmpty()) {
                problem = "host " + number + ": " + completion;
            }
        }
        while (queuePair.receiveCompletions().poll(completion)) {
            if (completion.status != CompletionStatus.SUCCESS && problem.isEmpty()) {
                problem = "host " + number + ": " + completion;
            }
        }
    }

    @Override
    public QueuePair active() {
        return queuePair;
    }

    @Override
    public MutableDirectBuffer buffer() {
        return frame;
    }

    @Override
    public void send(final SoftHost from, final int length) {
        if (random.nextDouble() >= loss) {
            queues.get(sendingQueue).send(frame, 0, length);
        }
    }

    long posted() {
        return posted;
    }

    long completed() {
        return completed;
    }

    long received() {
        return received;
    }

    String problem() {
        return problem;
    }
}
