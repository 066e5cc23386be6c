package io.polycast.endhost.qp;

import org.agrona.BitUtil;
import org.agrona.DirectBuffer;

/** Work requests between posting and completion: a ring of primitive columns, oldest first. */
final class SendQueue {
    final long[] wrId;
    final int[] opcode;
    final DirectBuffer[] buffer;
    final int[] offset;
    final int[] length;
    final int[] packets;
    final int[] immediate;
    final long[] remoteAddress;
    final int[] rkey;

    /** Send sequence number: counts messages that need one of the peer's receives or precede one. */
    final int[] ssn;

    private final int mask;
    private int head;
    private int tail;

    SendQueue(final int depth) {
        final int capacity = BitUtil.findNextPositivePowerOfTwo(depth);
        mask = capacity - 1;
        wrId = new long[capacity];
        opcode = new int[capacity];
        buffer = new DirectBuffer[capacity];
        offset = new int[capacity];
        length = new int[capacity];
        packets = new int[capacity];
        immediate = new int[capacity];
        remoteAddress = new long[capacity];
        rkey = new int[capacity];
        ssn = new int[capacity];
    }

    boolean isEmpty() {
        return head == tail;
    }

    boolean isFull() {
        return tail - head > mask;
    }

    int size() {
        return tail - head;
    }

    /** Position of the oldest request; positions count up and wrap, slots are their low bits. */
    int head() {
        return head;
    }

    /** Position after the newest request. */
    int tail() {
        return tail;
    }

    int slot(final int position) {
        return position & mask;
    }

    /** Slot of a new request, which the caller fills. */
    int add() {
        return tail++ & mask;
    }

    /** Lets go of the oldest request. */
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
