package io.polycast.xdp.afpacket;

import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.PortSpec;
import io.polycast.xdp.port.PortStats;
import io.polycast.xdp.sys.Errno;
import io.polycast.xdp.sys.Sys;

/**
 * Frames waiting to be sent on a packet socket, each with a reference to its chunk. The kernel
 * copies a frame when it takes it: the chunk is free then.
 */
final class TransmitQueue {
    private static final int BATCH = PortSpec.BATCH;

    private final int fd;
    private final FrameMemory memory;
    private final PortStats stats;
    private final MessageBatch sending = new MessageBatch(BATCH, false);

    /** A ring: offset in the low half, length in the high half. */
    private final long[] frames;

    private int head;
    private int queued;

    /** Whether the kernel answered ENOBUFS when it was asked last. */
    private boolean starved;

    TransmitQueue(final int fd, final FrameMemory memory, final PortStats stats, final int length) {
        this.fd = fd;
        this.memory = memory;
        this.stats = stats;
        frames = new long[length];
    }

    /** Room for a frame, perhaps after sending some? */
    boolean hasRoom() {
        return queued < frames.length || flush() > 0;
    }

    /** Frames that {@link #add} will take; 0 while the kernel refuses frames for lack of memory. */
    int room() {
        if (queued == frames.length) {
            flush();
        }
        return starved ? 0 : frames.length - queued;
    }

    /** Whether the kernel has not taken all frames. */
    boolean isSending() {
        return queued > 0;
    }

    /** Adds a frame, whose reference is the queue's from now on; there must be room. */
    void add(final int offset, final int length) {
        int tail = head + queued;
        if (tail >= frames.length) {
            tail -= frames.length;
        }
        frames[tail] = (long) length << 32 | offset;
        queued++;
    }

    /** Sends what the kernel takes; how many frames left the queue. */
    int flush() {
        int done = 0;
        starved = false;
        while (queued > 0) {
            final int count = Math.min(queued, BATCH);
            for (int i = 0; i < count; i++) {
                final long frame = frames[(head + i) % frames.length];
                sending.frame(i, memory.address() + (int) frame, (int) (frame >>> 32));
            }
            final int sent = Sys.libc().sendmmsg(fd, sending.address(), count, Sys.MSG_DONTWAIT);
            if (sent > 0) {
                done += sent;
                dequeue(sent, true);
            } else {
                final int errno = Sys.errno();
                if (errno == Errno.EAGAIN || errno == Errno.ENOBUFS || errno == Errno.EINTR) {
                    starved = errno == Errno.ENOBUFS;
                    break;
                }
                // The first frame is refused (EMSGSIZE, ENETDOWN, ...): the others may still go.
                done++;
                dequeue(1, false);
            }
        }
        return done;
    }

    private void dequeue(final int count, final boolean sent) {
        long bytes = 0;
        for (int i = 0; i < count; i++) {
            final long frame = frames[head];
            memory.release((int) frame);
            bytes += frame >>> 32;
            head = head + 1 == frames.length ? 0 : head + 1;
        }
        queued -= count;
        if (sent) {
            stats.addTx(count, bytes);
        } else {
            stats.addTxErrors(count);
        }
    }

    /** Gives back the chunks of what was not sent. */
    void close() {
        while (queued > 0) {
            memory.release((int) frames[head]);
            head = head + 1 == frames.length ? 0 : head + 1;
            queued--;
        }
    }
}
