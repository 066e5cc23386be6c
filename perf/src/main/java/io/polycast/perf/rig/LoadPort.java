package io.polycast.perf.rig;

import io.polycast.parser.contract.Copy;
import io.polycast.parser.psn.Psn;
import io.polycast.xdp.port.FrameCopy;
import io.polycast.xdp.port.FrameHandler;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.PortBase;
import io.polycast.xdp.port.SpscRing;
import java.util.Arrays;
import org.agrona.DirectBuffer;

/**
 * A port with its host inside: the source's makes a packet whenever it is asked for one, a receiver's answers
 * what it was sent. So a switch of such ports is never idle, and its thread's time is the packets' time. Frames
 * are copied in and out as a driver in copy mode does.
 */
final class LoadPort extends PortBase {
    private static final int ANSWERS = 4096;

    private final Traffic load;
    private final int ackEvery;
    private final DataFrame data;
    private final AckFrame ack;
    private final SpscRing answers = new SpscRing(ANSWERS);

    /** Chunks on their way out, let go with the next {@link #flush}. */
    private int[] leaving = new int[ANSWERS];

    private int leavingCount;
    private final int[] psns;
    private int turn;
    private long sent;

    LoadPort(
            final int index,
            final String name,
            final FrameMemory memory,
            final RigShape shape,
            final Traffic load) {
        super(index, name, memory);
        this.load = load;
        this.ackEvery = shape.ackEvery();
        this.data = index == 0 ? DataFrame.ofRig(shape.payload()) : null;
        this.ack = new AckFrame(index);
        this.psns = new int[index == 0 ? shape.groups() : 0];
        Arrays.fill(psns, RigAddresses.FIRST_PSN);
    }

    @Override
    public int receive(final FrameHandler handler, final int limit) {
        final int taken = data == null ? answer(handler, limit) : send(handler, limit);
        if (taken > 0) {
            stats.addRx(taken, 0);
        }
        return taken;
    }

    private int send(final FrameHandler handler, final int limit) {
        if (!load.isOn()) {
            return 0;
        }
        int taken = 0;
        while (taken < limit) {
            final int chunk = memory.acquireRx();
            if (chunk == FrameMemory.NONE) {
                break;
            }
            final int group = load.groupOf(turn++);
            data.group(RigAddresses.mcstId(group));
            final int psn = psns[group];
            psns[group] = Psn.next(psn);
            sent++;
            data.next(psn, ackEvery != RigShape.NEVER && sent % ackEvery == 0);
            final int offset = chunk + FrameMemory.HEADROOM;
            buffer.putBytes(offset, data.buffer(), 0, data.length());
            taken++;
            handler.onFrame(index, offset, data.length(), 0);
        }
        load.sent(sent);
        return taken;
    }

    private int answer(final FrameHandler handler, final int limit) {
        int taken = 0;
        int answered = 0;
        while (answered < limit) {
            final long psn = answers.poll();
            if (psn == SpscRing.EMPTY) {
                break;
            }
            final int chunk = memory.acquireRx();
            if (chunk == FrameMemory.NONE) {
                break;
            }
            answered++;
            ack.next((int) psn);
            final int offset = chunk + FrameMemory.HEADROOM;
            buffer.putBytes(offset, ack.buffer(), 0, ack.length());
            if (load.dropsAnswers()) {
                memory.putBackRx(chunk);
            } else {
                taken++;
                handler.onFrame(index, offset, ack.length(), 0);
            }
        }
        return taken;
    }

    @Override
    public int room() {
        return memory.freeTx();
    }

    @Override
    public boolean send(final DirectBuffer frame, final int offset, final int length) {
        final int chunk = acquireTx();
        if (chunk == FrameMemory.NONE) {
            return false;
        }
        buffer.putBytes(chunk, frame, offset, length);
        queue(chunk, length);
        return true;
    }

    @Override
    public boolean sendShared(final int offset, final int length) {
        memory.retain(offset);
        queue(offset, length);
        return true;
    }

    @Override
    public boolean sendCopy(final Copy copy, final int headerOffset, final int icrc) {
        final int chunk = acquireTx();
        if (chunk == FrameMemory.NONE) {
            return false;
        }
        final int length = FrameCopy.gather(buffer, chunk, copy, headerOffset, icrc);
        if (DataFrame.ackReq(buffer, chunk) && !answers.offer(DataFrame.psn(buffer, chunk))) {
            throw new IllegalStateException("port " + name + " is asked for more than it answers");
        }
        queue(chunk, length);
        return true;
    }

    private void queue(final int offset, final int length) {
        if (leavingCount == leaving.length) {
            leaving = Arrays.copyOf(leaving, 2 * leaving.length);
        }
        leaving[leavingCount++] = offset;
        stats.addTx(1, length);
    }

    @Override
    public int flush() {
        final int count = leavingCount;
        for (int i = 0; i < count; i++) {
            memory.release(leaving[i]);
        }
        leavingCount = 0;
        return count;
    }

    @Override
    public int maxFrameLength() {
        return memory.frameCapacity();
    }

    /** Gives back what the last duty cycle left. */
    @Override
    public void close() {
        flush();
    }
}
