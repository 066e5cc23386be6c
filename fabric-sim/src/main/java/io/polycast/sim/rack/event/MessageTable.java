package io.polycast.sim.rack.event;

import java.util.Arrays;

/** Control messages under way: a packed message, its leg and its type. */
public final class MessageTable extends Slots {
    /** From ingress to egress: units wanted. */
    public static final int REQUEST = 0;

    /** From egress to ingress: units granted. */
    public static final int GRANT = 1;

    /** From egress to ingress: frames received. */
    public static final int ACK = 2;

    private long[] message;
    private int[] leg;
    private byte[] type;

    /**
     * @param capacity messages at first
     */
    public MessageTable(final int capacity) {
        super(capacity);
        message = new long[capacity];
        leg = new int[capacity];
        type = new byte[capacity];
    }

    @Override
    void grow(final int capacity) {
        message = Arrays.copyOf(message, capacity);
        leg = Arrays.copyOf(leg, capacity);
        type = Arrays.copyOf(type, capacity);
    }

    /**
     * @param ofType {@link #REQUEST}, {@link #GRANT} or {@link #ACK}
     * @param onLeg that it belongs to
     * @param packed message
     * @return number of the message
     */
    public int take(final int ofType, final int onLeg, final long packed) {
        final int slot = takeSlot();
        type[slot] = (byte) ofType;
        leg[slot] = onLeg;
        message[slot] = packed;
        return slot;
    }

    /**
     * @param slot of a message that has arrived
     */
    public void free(final int slot) {
        freeSlot(slot);
    }

    /**
     * @param slot of a message
     * @return its type
     */
    public int type(final int slot) {
        return type[slot];
    }

    /**
     * @param slot of a message
     * @return its leg
     */
    public int leg(final int slot) {
        return leg[slot];
    }

    /**
     * @param slot of a message
     * @return it, packed
     */
    public long message(final int slot) {
        return message[slot];
    }
}
