package io.polycast.xdp.datagram;

import io.polycast.xdp.port.PortStats;
import java.io.IOException;
import java.net.PortUnreachableException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/**
 * The sending half of a socket. A socket does not say how many datagrams it would take, so frames
 * that it refuses for lack of memory wait here, in order: what {@link #room} promised is kept.
 */
final class DatagramSender {
    /** Frames that may wait. */
    static final int SLOTS = 64;

    private final WritableByteChannel channel;
    private final PortStats stats;

    /** The frames that wait: slots of {@link #slotLength} bytes, used in turn. */
    private final ByteBuffer waiting;

    private final int slotLength;
    private final int[] lengths = new int[SLOTS];
    private int head;
    private int count;

    /** Whether the kernel answered ENOBUFS when it was asked last. */
    private boolean starved;

    DatagramSender(
            final WritableByteChannel channel, final PortStats stats, final int longestFrame) {
        this.channel = channel;
        this.stats = stats;
        slotLength = longestFrame;
        waiting = ByteBuffer.allocateDirect(SLOTS * longestFrame);
    }

    /** Frames that {@link #send} will take; 0 while the kernel has no memory for frames. */
    int room() {
        return starved ? 0 : SLOTS - count;
    }

    /** Sends a frame, or keeps it until the socket takes it; false when no more may wait. */
    boolean send(final ByteBuffer from, final int offset, final int length) {
        flush();
        if (count == SLOTS) {
            stats.addTxRingFull();
            return false;
        }
        final Result result = count > 0 ? Result.LATER : write(from, offset, length);
        if (result == Result.LATER) {
            final int slot = (head + count) % SLOTS;
            waiting.put(slot * slotLength, from, offset, length);
            lengths[slot] = length;
            count++;
            return true;
        }
        return countEnd(result, length);
    }

    /** Sends what waits as far as the socket takes it; how many frames no longer wait. */
    int flush() {
        int done = 0;
        while (count > 0) {
            final Result result = write(waiting, head * slotLength, lengths[head]);
            if (result == Result.LATER) {
                break;
            }
            countEnd(result, lengths[head]);
            head = (head + 1) % SLOTS;
            count--;
            done++;
        }
        return done;
    }

    private boolean countEnd(final Result result, final int length) {
        if (result == Result.REFUSED) {
            stats.addTxErrors(1);
            return false;
        }
        stats.addTx(1, length);
        return true;
    }

    private Result write(final ByteBuffer from, final int offset, final int length) {
        starved = false;
        // The first try may only report that an earlier datagram met nobody; the second one sends.
        for (int i = 0; i < 2; i++) {
            from.limit(offset + length).position(offset);
            try {
                return channel.write(from) == 0 && length > 0 ? Result.LATER : Result.SENT;
            } catch (final PortUnreachableException ex) {
                // Nobody listens there (yet).
            } catch (final IOException ex) {
                starved = hasNoMemory(ex);
                return starved ? Result.LATER : Result.REFUSED;
            } finally {
                from.clear();
            }
        }
        return Result.SENT;
    }

    /** Java has no type of its own for ENOBUFS. */
    private static boolean hasNoMemory(final IOException ex) {
        return String.valueOf(ex.getMessage()).contains("No buffer space");
    }

    private enum Result {
        SENT,
        LATER,
        REFUSED
    }
}
