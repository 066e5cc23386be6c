package io.polycast.dataplane.fault;

import io.polycast.parser.contract.Copy;
import io.polycast.xdp.port.FrameCopy;
import io.polycast.xdp.port.FrameHandler;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import io.polycast.xdp.port.PortDelegate;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A port behind a bad cable. Faults meet frames after reception and before transmission. Injected
 * faults are counted in the port's own statistics. The port itself counts frames that it really
 * received and sent, so a lost frame is in {@code rxFrames} but not in {@code txFrames}.
 */
final class FaultyPort extends PortDelegate implements FrameHandler {
    private static final int RECEIVING = 0;
    private static final int SENDING = 1;
    private static final int MOST_PORTS = 64;

    private final FrameMemory memory;
    private final boolean duplicates;
    private final Dice receiving;
    private final Dice sending;
    private final UnsafeBuffer scratch;
    private FrameHandler receiver;
    private int room;

    FaultyPort(final Port port, final FrameMemory memory, final FaultSpec spec, final int shard) {
        super(port);
        this.memory = memory;
        // Shards that share a port are no more alike than other ports are.
        final int sequence = port.index() + MOST_PORTS * shard;
        duplicates = spec.duplicate() > 0;
        receiving = new Dice(spec, sequence, RECEIVING);
        sending = new Dice(spec, sequence, SENDING);
        scratch = new UnsafeBuffer(new byte[memory.chunkSize()]);
    }

    @Override
    public int receive(final FrameHandler handler, final int limit) {
        receiver = handler;
        room = limit;
        // The caller has room for so many: leave some of it to duplicates.
        port.receive(this, duplicates ? Math.max(1, limit / 2) : limit);
        return limit - room;
    }

    @Override
    public void onFrame(
            final int index, final int offset, final int length, final long timestampNs) {
        receiving.roll();
        if (receiving.lost()) {
            memory.putBackRx(offset);
            port.stats().addRxFaultLost();
            return;
        }
        if (receiving.corrupted()) {
            receiving.damage(memory.buffer(), offset, length);
            port.stats().addRxFaultCorrupted();
        }
        // Copied before the first is handed over: the receiver may rewrite a frame where it lies.
        final int second =
                receiving.duplicated() && room > 1 ? copy(offset, length) : FrameMemory.NONE;
        room--;
        receiver.onFrame(index, offset, length, timestampNs);
        if (second != FrameMemory.NONE) {
            room--;
            port.stats().addRxFaultDuplicated();
            receiver.onFrame(index, second, length, timestampNs);
        }
    }

    private int copy(final int offset, final int length) {
        final int chunk = memory.acquireRx();
        if (chunk == FrameMemory.NONE) {
            return FrameMemory.NONE;
        }
        final int to = chunk + FrameMemory.HEADROOM;
        memory.buffer().putBytes(to, memory.buffer(), offset, length);
        return to;
    }

    /** A frame that is doubled takes the room of two; the second may be refused. */
    @Override
    public int room() {
        final int room = port.room();
        return duplicates ? room - room / 2 : room;
    }

    @Override
    public boolean send(final DirectBuffer frame, final int offset, final int length) {
        if (loses()) {
            return true;
        }
        if (sending.corrupted() && length <= scratch.capacity()) {
            scratch.putBytes(0, frame, offset, length);
            return sendDamaged(length);
        }
        return port.send(frame, offset, length)
                && (!sending.duplicated() || counted(port.send(frame, offset, length)));
    }

    @Override
    public boolean sendShared(final int offset, final int length) {
        if (loses()) {
            return true;
        }
        if (sending.corrupted() && length <= scratch.capacity()) {
            scratch.putBytes(0, memory.buffer(), offset, length);
            return sendDamaged(length);
        }
        return port.sendShared(offset, length)
                && (!sending.duplicated() || counted(port.sendShared(offset, length)));
    }

    @Override
    public boolean sendCopy(final Copy copy, final int headerOffset, final int icrc) {
        if (loses()) {
            return true;
        }
        if (!sending.corrupted() && !sending.duplicated() || copy.length() > scratch.capacity()) {
            return port.sendCopy(copy, headerOffset, icrc);
        }
        final int length = FrameCopy.gather(scratch, 0, copy, headerOffset, icrc);
        if (sending.corrupted()) {
            return sendDamaged(length);
        }
        return port.send(scratch, 0, length) && counted(port.send(scratch, 0, length));
    }

    private boolean loses() {
        sending.roll();
        if (sending.lost()) {
            port.stats().addTxFaultLost();
        }
        return sending.lost();
    }

    private boolean sendDamaged(final int length) {
        sending.damage(scratch, 0, length);
        port.stats().addTxFaultCorrupted();
        return port.send(scratch, 0, length)
                && (!sending.duplicated() || counted(port.send(scratch, 0, length)));
    }

    /** The frame itself has gone, whatever became of the second one. */
    private boolean counted(final boolean sent) {
        if (sent) {
            port.stats().addTxFaultDuplicated();
        }
        return true;
    }
}
