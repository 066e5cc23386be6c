package io.polycast.cache;

import java.util.Arrays;

/**
 * Packet cache that the ports of one edge switch share (server-rack fabric, section 3).
 *
 * <p>A line holds one packet of one port. Its tag is the number of the 256-byte unit in the port's
 * payload pool. A line is in one of three states:
 *
 * <ul>
 *   <li>free;
 *   <li>held: its owner may send more copies of it;
 *   <li>leaving: its owner has sent the last copy, and headers are still outstanding. The line is
 *       free once they are served.
 * </ul>
 *
 * <p>A header is outstanding from {@link #pin} to {@link #unpin}. A line with an outstanding header
 * is never evicted. {@link #sweep} stands for one clock cycle of the controller: while fewer lines
 * than the reserve are free, it evicts the least recently used line without outstanding headers.
 * {@link #write} evicts one as well when no line is free. The owner hears of an eviction because its
 * tag is gone at once: its next copy misses, sends the payload again, and may write it again.
 *
 * <p>Each operation takes constant time, but that an eviction passes over pinned lines: at most all
 * of them. Nothing allocates after construction. One thread only.
 */
public final class PacketCache {
    /** Lines of the cache (Table 1, number of entries C). */
    public static final int LINES = 128;

    /** Bytes of a line, and of a unit of payload. */
    public static final int LINE_BYTES = 256;

    /** Free lines below which {@link #sweep} evicts (section 3.1). */
    public static final int RESERVE = 10;

    /** Answer of {@link #find} when the packet is not cached. */
    public static final int MISS = -1;

    /** Answer of {@link #write}: another packet is being written. */
    public static final int BUSY = -2;

    /** Answer of {@link #write}: no line is free, and all have headers outstanding. */
    public static final int FULL = -3;

    /** Answer of {@link #write}: no such port or tag. */
    public static final int UNKNOWN = -4;

    private static final int NONE = -1;
    private static final byte FREE = 0;
    private static final byte HELD = 1;
    private static final byte LEAVING = 2;

    private final int lines;
    private final int reserve;
    private final int ports;
    private final int tags;

    /** By port * tags + tag: line + 1, or 0. */
    private final short[] lineOf;

    private final byte[] state;
    private final int[] place;
    private final int[] pins;

    /** Order of use of held lines, from least to most recent; of free lines, in older only. */
    private final int[] newer;

    private final int[] older;
    private final long[] evictions;
    private int oldest = NONE;
    private int newest = NONE;
    private int firstFree;
    private int free;
    private long writtenUntil = Long.MIN_VALUE;

    /**
     * @param lines of the cache, in [1, 32767]
     * @param reserve free lines below which {@link #sweep} evicts, in [0, lines]
     * @param ports that share the cache, at least 1
     * @param tags of each port: units of its payload pool, at least 1
     */
    public PacketCache(final int lines, final int reserve, final int ports, final int tags) {
        if (lines < 1 || lines > Short.MAX_VALUE || reserve < 0 || reserve > lines) {
            throw new IllegalArgumentException("lines=" + lines + " reserve=" + reserve);
        }
        this.lines = lines;
        this.reserve = reserve;
        this.ports = ports;
        this.tags = tags;
        lineOf = new short[Math.multiplyExact(ports, tags)];
        state = new byte[lines];
        place = new int[lines];
        pins = new int[lines];
        newer = new int[lines];
        older = new int[lines];
        evictions = new long[ports];
        for (int line = 0; line < lines; line++) {
            older[line] = line + 1 < lines ? line + 1 : NONE;
        }
        free = lines;
        Arrays.fill(newer, NONE);
    }

    /**
     * @param port that owns the packet
     * @param tag of the packet
     * @return line that holds it, or {@link #MISS}; also for an unknown port or tag
     */
    public int find(final int port, final int tag) {
        if (!isKnown(port, tag)) {
            return MISS;
        }
        return lineOf[port * tags + tag] - 1;
    }

    /**
     * Takes a line for a packet, and the one way in which packets are written.
     *
     * @param now in ticks
     * @param ticks for which the packet is being written, at least 0
     * @param port that owns the packet
     * @param tag of the packet
     * @return the line, also when it holds the packet already; or {@link #BUSY}, {@link #FULL} or
     *     {@link #UNKNOWN}, and nothing has changed
     */
    public int write(final long now, final long ticks, final int port, final int tag) {
        if (!isKnown(port, tag)) {
            return UNKNOWN;
        }
        final int cached = find(port, tag);
        if (cached != MISS) {
            return cached;
        }
        if (now < writtenUntil) {
            return BUSY;
        }
        if (free == 0 && !evict()) {
            return FULL;
        }
        writtenUntil = now + ticks;
        final int line = firstFree;
        firstFree = older[line];
        free--;
        state[line] = HELD;
        place[line] = port * tags + tag;
        lineOf[place[line]] = (short) (line + 1);
        append(line);
        return line;
    }

    /**
     * A header for the packet is issued. The line becomes the most recently used.
     *
     * @param line that {@link #find} or {@link #write} named
     * @return false when no packet lies there, and nothing has changed
     */
    public boolean pin(final int line) {
        if (line < 0 || line >= lines || state[line] != HELD) {
            return false;
        }
        pins[line]++;
        if (line != newest) {
            unlink(line);
            append(line);
        }
        return true;
    }

    /**
     * A header is served: its copy has been read.
     *
     * @param line that was pinned
     * @return false when no header is outstanding there, and nothing has changed
     */
    public boolean unpin(final int line) {
        if (line < 0 || line >= lines || pins[line] == 0) {
            return false;
        }
        if (--pins[line] == 0 && state[line] == LEAVING) {
            putFree(line);
        }
        return true;
    }

    /**
     * The owner needs the packet no more: all copies are forwarded, or its memory is released.
     *
     * @param port that owns the packet
     * @param tag of the packet
     * @return false when the packet is not cached, and nothing has changed
     */
    public boolean release(final int port, final int tag) {
        final int line = find(port, tag);
        if (line == MISS) {
            return false;
        }
        forget(line);
        return true;
    }

    /**
     * One cycle of the controller.
     *
     * @return whether a line was evicted
     */
    public boolean sweep() {
        return free < reserve && evict();
    }

    /**
     * @param port of the switch
     * @return packets of the port that were evicted although it may have sent more copies
     */
    public long evictions(final int port) {
        return evictions[port];
    }

    /**
     * @return lines that are not free
     */
    public int occupied() {
        return lines - free;
    }

    /**
     * @return tick from which on the next packet may be written
     */
    public long writableFrom() {
        return writtenUntil;
    }

    private boolean isKnown(final int port, final int tag) {
        return port >= 0 && port < ports && tag >= 0 && tag < tags;
    }

    private boolean evict() {
        for (int line = oldest; line != NONE; line = newer[line]) {
            if (pins[line] == 0) {
                evictions[place[line] / tags]++;
                forget(line);
                return true;
            }
        }
        return false;
    }

    /** Takes the tag away; the line is free at once, or when its last header is served. */
    private void forget(final int line) {
        lineOf[place[line]] = 0;
        unlink(line);
        if (pins[line] == 0) {
            putFree(line);
        } else {
            state[line] = LEAVING;
        }
    }

    private void putFree(final int line) {
        state[line] = FREE;
        older[line] = firstFree;
        newer[line] = NONE;
        firstFree = line;
        free++;
    }

    private void append(final int line) {
        older[line] = newest;
        newer[line] = NONE;
        if (newest == NONE) {
            oldest = line;
        } else {
            newer[newest] = line;
        }
        newest = line;
    }

    private void unlink(final int line) {
        if (older[line] == NONE) {
            oldest = newer[line];
        } else {
            newer[older[line]] = newer[line];
        }
        if (newer[line] == NONE) {
            newest = older[line];
        } else {
            older[newer[line]] = older[line];
        }
    }
}
