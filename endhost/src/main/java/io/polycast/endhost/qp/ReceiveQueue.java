package io.polycast.endhost.qp;

import org.agrona.BitUtil;
import org.agrona.MutableDirectBuffer;

/** Posted receives, oldest first; one without a buffer hands its payload to the responder's sink. */
final class ReceiveQueue {
    private final int mask;
    private final long[] wrId;
    private final MutableDirectBuffer[] buffer;
    private final int[] offset;
    private final int[] length;
    private int head;
    private int tail;

    ReceiveQueue(final int depth) {
        final int capacity = BitUtil.findNextPositivePowerOfTwo(depth);
        mask = capacity - 1;
        wrId = new long[capacity];
        buffer = new MutableDirectBuffer[capacity];
        offset = new int[capacity];
        length = new int[capacity];
    }

    boolean add(final long id, final MutableDirectBuffer into, final int at, final int limit) {
        if (tail - head > mask) {
            return false;
        }
        final int slot = tail++ & mask;
        wrId[slot] = id;
        buffer[slot] = into;
        offset[slot] = at;
        length[slot] = limit;
        return true;
    }

    boolean isEmpty() {
        return head == tail;
    }

    int size() {
        return tail - head;
    }

    /** The accessors below speak of the oldest receive; the queue must not be empty. */
    long wrId() {
        return wrId[head & mask];
    }

    MutableDirectBuffer buffer() {
        return buffer[head & mask];
    }

    int offset() {
        return offset[head & mask];
    }

    int length() {
        return length[head & mask];
    }

    void remove() {
        buffer[head & mask] = null;
        head++;
    }

    void clear() {
        while (!isEmpty()) {
            remove();
        }
    }
}
