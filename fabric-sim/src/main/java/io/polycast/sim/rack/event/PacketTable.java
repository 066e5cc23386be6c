package io.polycast.sim.rack.event;

import java.util.Arrays;

/** Packets between crossbars: of which copy, how long, over which link from edge to spine. */
public final class PacketTable extends Slots {
    private int[] copy;
    private short[] bytes;
    private int[] uplink;
    private int[] next;

    /**
     * @param capacity packets at first
     */
    public PacketTable(final int capacity) {
        super(capacity);
        copy = new int[capacity];
        bytes = new short[capacity];
        uplink = new int[capacity];
        next = new int[capacity];
    }

    @Override
    void grow(final int capacity) {
        copy = Arrays.copyOf(copy, capacity);
        bytes = Arrays.copyOf(bytes, capacity);
        uplink = Arrays.copyOf(uplink, capacity);
        next = Arrays.copyOf(next, capacity);
    }

    /**
     * @param ofCopy that the packet belongs to
     * @param size in bytes, at most 256
     * @param over link from edge to spine, or -1 for a local packet
     * @return the packet
     */
    public int take(final int ofCopy, final int size, final int over) {
        final int packet = takeSlot();
        copy[packet] = ofCopy;
        bytes[packet] = (short) size;
        uplink[packet] = over;
        next[packet] = -1;
        return packet;
    }

    /**
     * @param packet that is received
     */
    public void free(final int packet) {
        freeSlot(packet);
    }

    /**
     * @param packet under way
     * @return its copy
     */
    public int copy(final int packet) {
        return copy[packet];
    }

    /**
     * @param packet under way
     * @return its bytes
     */
    public int bytes(final int packet) {
        return bytes[packet];
    }

    /**
     * @param packet under way
     * @return its link from edge to spine, or -1
     */
    public int uplink(final int packet) {
        return uplink[packet];
    }

    /**
     * @param packet of a list
     * @return the next one, or -1
     */
    public int next(final int packet) {
        return next[packet];
    }

    /**
     * @param packet of a list
     * @param follower next one, or -1
     */
    public void link(final int packet, final int follower) {
        next[packet] = follower;
    }
}
