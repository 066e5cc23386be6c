package io.polycast.xdp.port;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * Common part of all ports: index and name, memory, and counters. Each driver moves frames in code of its own.
 * A shared step would be called for every driver, so the compiler could not put it in line.
 */
public abstract class PortBase implements Port {
    /** Place of the port on its switch, in [0, 64). */
    protected final int index;

    /** Name in the configuration. */
    protected final String name;

    /** Where frames live. */
    protected final FrameMemory memory;

    /** All bytes of {@link #memory}. */
    protected final UnsafeBuffer buffer;

    /** Counts of the port. */
    protected final PortStats stats = new PortStats();

    /**
     * @param index of the port, in [0, 64)
     * @param name of the port
     * @param memory of the switch
     */
    protected PortBase(final int index, final String name, final FrameMemory memory) {
        this.index = index;
        this.name = name;
        this.memory = memory;
        this.buffer = memory.buffer();
    }

    @Override
    public final int index() {
        return index;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public PortStats stats() {
        return stats;
    }

    /**
     * Transmit side: takes a chunk to write a frame into, and counts it when there is none.
     *
     * @return offset of its first byte, or {@link FrameMemory#NONE}
     */
    protected final int acquireTx() {
        final int chunk = memory.acquireTx();
        if (chunk == FrameMemory.NONE) {
            stats.addTxNoMemory();
        }
        return chunk;
    }
}
