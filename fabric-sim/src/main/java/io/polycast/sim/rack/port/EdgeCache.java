package io.polycast.sim.rack.port;

import io.polycast.cache.PacketCache;
import io.polycast.cache.ReadMirrors;
import io.polycast.sim.rack.event.RackTimes;

/**
 * Packet cache and read mirrors of one edge switch, with the time until which headers are
 * outstanding. Headers that are served, and the cycles of the cache's controller, are made up for
 * before each use: between two uses nothing else changes them.
 */
final class EdgeCache {
    private final PacketCache cache;
    private final ReadMirrors mirrors = new ReadMirrors(ReadMirrors.MIRRORS);
    private final boolean enabled;

    /** Ring of outstanding headers: line and end, in order of their issue. */
    private int[] line = new int[64];

    private long[] end = new long[64];
    private int head;
    private int count;
    private long settledAt;

    EdgeCache(final boolean enabled, final int lines, final int ports, final int tags) {
        this.enabled = enabled;
        cache = new PacketCache(lines, Math.min(PacketCache.RESERVE, lines), ports, tags);
    }

    /** The cache, which the ingress ports know as well; null when there is none. */
    PacketCache cache() {
        return enabled ? cache : null;
    }

    /** Brings the cache up to a time. */
    void settle(final long now) {
        final int mask = line.length - 1;
        while (count > 0 && end[head] <= now) {
            cache.unpin(line[head]);
            head = head + 1 & mask;
            count--;
        }
        long cycles = (now - settledAt) / RackTimes.CYCLE;
        settledAt += cycles * RackTimes.CYCLE;
        while (cycles > 0 && cache.sweep()) {
            cycles--;
        }
    }

    int find(final int port, final int tag) {
        return enabled ? cache.find(port, tag) : PacketCache.MISS;
    }

    /** Whether another packet is being written at this time. */
    boolean isWriting(final long now) {
        return enabled && cache.writableFrom() > now;
    }

    long writableFrom() {
        return cache.writableFrom();
    }

    /** Writes a packet; returns its line, or a negative number when it is not cached. */
    int write(final long now, final long ticks, final int port, final int tag) {
        return enabled ? cache.write(now, ticks, port, tag) : PacketCache.FULL;
    }

    /** A header is outstanding until a time. */
    void pin(final int which, final long until) {
        if (!cache.pin(which)) {
            return;
        }
        if (count == line.length) {
            grow();
        }
        final int at = head + count & line.length - 1;
        line[at] = which;
        end[at] = until;
        count++;
    }

    void release(final int port, final int tag) {
        if (enabled) {
            cache.release(port, tag);
        }
    }

    ReadMirrors mirrors() {
        return mirrors;
    }

    int occupied() {
        return enabled ? cache.occupied() : 0;
    }

    private void grow() {
        final int[] lines = new int[2 * count];
        final long[] ends = new long[2 * count];
        for (int i = 0; i < count; i++) {
            lines[i] = line[head + i & count - 1];
            ends[i] = end[head + i & count - 1];
        }
        line = lines;
        end = ends;
        head = 0;
    }
}
