package io.polycast.dataplane.pipeline;

import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.RingBuffer;
import io.polycast.dataplane.exit.ExitEntry;
import io.polycast.dataplane.exit.FrameExit;
import io.polycast.dataplane.exit.PortCredits;
import io.polycast.dataplane.exit.PortEgress;
import io.polycast.parser.contract.Copy;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import java.util.List;
import org.agrona.concurrent.Agent;

/** The transmit side of all ports when there are several shards: takes their orders in turn. */
public final class WriterAgent implements Agent {
    private final List<EventPoller<ExitEntry>> pollers;
    private final FrameExit egress;
    private final PortCredits credits;
    private final FrameMemory memory;
    private final Cycle cycle;
    private final int batch;
    private final EventPoller.Handler<ExitEntry> handler = this::onOrder;
    private final Copy copy = new Copy();
    private int taken;

    /** Of the shard whose orders are taken. */
    private PortCredits.Share shard;

    public WriterAgent(
            final List<RingBuffer<ExitEntry>> rings,
            final Port[] ports,
            final PortCredits credits,
            final FrameMemory memory,
            final int batch,
            final Cycle cycle) {
        this.pollers = rings.stream().map(Rings::poller).toList();
        this.egress = new PortEgress(ports, memory);
        this.credits = credits;
        this.memory = memory;
        this.cycle = cycle;
        this.batch = batch;
    }

    @Override
    public int doWork() {
        cycle.begin();
        final int work = takeOrders() + egress.flush();
        credits.grant();
        return work;
    }

    private int takeOrders() {
        int work = 0;
        for (int i = 0; i < pollers.size(); i++) {
            taken = 0;
            shard = credits.share(i);
            Rings.poll(pollers.get(i), handler);
            work += taken;
        }
        return work;
    }

    private boolean onOrder(final ExitEntry entry, final long sequence, final boolean endOfBatch) {
        switch (entry.order) {
            case ExitEntry.SEND -> egress.offer(entry.port, entry.bytes, 0, entry.length);
            case ExitEntry.SEND_SHARED ->
                    egress.offer(entry.port, memory.buffer(), entry.offset, entry.length);
            case ExitEntry.SEND_COPY -> egress.offerCopy(entry.port, copyOf(entry), 0, entry.icrc);
            case ExitEntry.RELEASE -> egress.release(entry.offset);
            default -> throw new IllegalStateException("order " + entry.order);
        }
        if (entry.order != ExitEntry.RELEASE) {
            shard.onDone(entry.port);
        }
        return ++taken < batch;
    }

    private Copy copyOf(final ExitEntry entry) {
        return copy.header(entry.bytes, entry.headerLength)
                .tail(memory.buffer(), entry.offset, entry.length)
                .icrcIndex(entry.icrcIndex);
    }

    @Override
    public void onClose() {
        cycle.drain(this::takeOrders);
        cycle.drain(egress::flush);
    }

    @Override
    public String roleName() {
        return "pc-tx-0";
    }
}
