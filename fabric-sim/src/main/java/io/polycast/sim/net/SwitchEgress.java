package io.polycast.sim.net;

import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.Copy;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.icrc.Icrc;
import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Takes the frames of a switch to its links, with what the engine has written of them. */
final class SwitchEgress implements EgressSink {
    private final Network network;
    private final Frames frames;
    private final FabricLink[] links;
    private final SwitchWatch watch;
    private final boolean isVirtual;

    /** Of the frame that the engine processes. */
    private final FrameInfo info;

    /** Where the headers of a copy are written, as in a driver's memory. */
    private final UnsafeBuffer headers = new UnsafeBuffer(ByteBuffer.allocateDirect(128));

    /** Null where the links queue frames. */
    private final SwitchQueues queues;

    private boolean tainted;

    /**
     * @param network that the links belong to
     * @param links of the switch, by port
     * @param watch of the switch
     * @param info of the frame that the engine processes
     * @param queues in front of the links, or null
     */
    SwitchEgress(
            final Network network,
            final FabricLink[] links,
            final SwitchWatch watch,
            final FrameInfo info,
            final SwitchQueues queues) {
        this.queues = queues;
        this.network = network;
        this.frames = network.frames();
        this.links = links;
        this.watch = watch;
        this.isVirtual = network.isVirtual();
        this.info = info;
    }

    /**
     * @param isTainted whether frames from now on come of one that was altered on its way
     */
    void taint(final boolean isTainted) {
        tainted = isTainted;
    }

    @Override
    public int room(final int egressPort) {
        final int longest = frames.memory().chunkSize();
        return queues == null
                ? links[egressPort].room(network.nowNs(), longest)
                : queues.room(egressPort, longest);
    }

    @Override
    public boolean offer(
            final int egressPort, final DirectBuffer frame, final int offset, final int length) {
        final boolean astray = watch.onAuthored(egressPort, frame, offset, length);
        final int chunk = frames.spare();
        frames.buffer().putBytes(frames.offset(chunk), frame, offset, length);
        frames.takeSpare(length, tainted || astray);
        final boolean taken = put(egressPort, chunk, true);
        watch.onAuthoredOffered(taken);
        return taken;
    }

    @Override
    public UnsafeBuffer headerMemory() {
        return headers;
    }

    @Override
    public int headerSpace() {
        return 0;
    }

    @Override
    public boolean offerCopy(
            final int egressPort, final Copy copy, final int headerOffset, final int icrc) {
        final int chunk = frames.spare();
        final int at = frames.offset(chunk);
        frames.buffer().putBytes(at, copy.header, headerOffset, copy.headerLength);
        final int stored = isVirtual ? info.payloadOffset - copy.tailOffset : copy.tailLength;
        frames.buffer().putBytes(at + copy.headerLength, copy.tail, copy.tailOffset, stored);
        Icrc.store(frames.buffer(), at + copy.headerLength + copy.icrcIndex, icrc);
        final boolean taken = send(egressPort, chunk, copy.length(), tainted);
        watch.onCopyOffered(taken);
        return taken;
    }

    /** A copy of a frame that has come in leaves. */
    boolean send(final int egressPort, final int chunk, final int length, final boolean corrupt) {
        frames.takeSpare(length, corrupt);
        return put(egressPort, chunk, false);
    }

    private boolean put(final int egressPort, final int chunk, final boolean own) {
        final boolean taken =
                queues == null
                        ? links[egressPort].send(network.nowNs(), chunk, true)
                        : queues.offer(egressPort, chunk, own);
        if (taken) {
            return true;
        }
        frames.release(chunk);
        return false;
    }
}
