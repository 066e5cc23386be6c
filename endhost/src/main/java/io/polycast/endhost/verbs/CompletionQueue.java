package io.polycast.endhost.verbs;

import org.agrona.BitUtil;

/**
 * Bounded ring of completions. Like an RNIC's, it never waits. An overrun loses completions, is
 * counted here and puts the queue pair into the error state.
 */
public final class CompletionQueue {
    private final int mask;
    private final long[] wrId;
    private final int[] status;
    private final int[] opcode;
    private final int[] bytes;
    private final int[] immediate;
    private final boolean[] hasImmediate;
    private int head;
    private int tail;
    private long overruns;

    /**
     * @param depth entries, in [1, 2^24]; rounded up to a power of two
     */
    public CompletionQueue(final int depth) {
        final int capacity = BitUtil.findNextPositivePowerOfTwo(depth);
        mask = capacity - 1;
        wrId = new long[capacity];
        status = new int[capacity];
        opcode = new int[capacity];
        bytes = new int[capacity];
        immediate = new int[capacity];
        hasImmediate = new boolean[capacity];
    }

    /**
     * Takes the oldest completion.
     *
     * @param into is filled
     * @return false when there is none
     */
    public boolean poll(final Completion into) {
        if (head == tail) {
            return false;
        }
        final int slot = head++ & mask;
        into.wrId = wrId[slot];
        into.status = status[slot];
        into.opcode = opcode[slot];
        into.bytes = bytes[slot];
        into.immediate = immediate[slot];
        into.hasImmediate = hasImmediate[slot];
        return true;
    }

    /**
     * @return completions waiting
     */
    public int size() {
        return tail - head;
    }

    /**
     * @return completions lost because the application did not take them in time
     */
    public long overruns() {
        return overruns;
    }

    /**
     * Adds a completion without immediate data; the queue pair alone does so.
     *
     * @param id of the request
     * @param how one of {@link CompletionStatus}
     * @param what one of {@link WorkOpcode}
     * @param length of the message in bytes
     * @return false when the queue has run over
     */
    public boolean offer(final long id, final int how, final int what, final int length) {
        return offer(id, how, what, length, false, 0);
    }

    /**
     * Adds a completion; the queue pair alone does so.
     *
     * @param id of the request
     * @param how one of {@link CompletionStatus}
     * @param what one of {@link WorkOpcode}
     * @param length of the message in bytes
     * @param withImmediate whether the message carried immediate data
     * @param immediateData network order read as an int; 0 without
     * @return false when the queue has run over
     */
    public boolean offer(
            final long id,
            final int how,
            final int what,
            final int length,
            final boolean withImmediate,
            final int immediateData) {
        if (tail - head > mask) {
            overruns++;
            return false;
        }
        final int slot = tail++ & mask;
        wrId[slot] = id;
        status[slot] = how;
        opcode[slot] = what;
        bytes[slot] = length;
        hasImmediate[slot] = withImmediate;
        immediate[slot] = immediateData;
        return true;
    }
}
