package io.polycast.xdp.port;

import java.util.List;

/**
 * Specification of a port of one driver, which plans its memory and opens it. Each driver has one
 * record of its own beside its port, so that nothing else names the driver.
 */
public interface PortSpec {
    /** Ring size when nothing else is asked. */
    int DEFAULT_RING_SIZE = 1024;

    /** Bytes of an Ethernet header with one VLAN tag. */
    int ETHERNET_AND_TAG = 14 + 4;

    /** Frames of one call to the kernel. */
    int BATCH = 64;

    /**
     * @return name of the driver in configurations
     */
    String driver();

    /**
     * @return name of the network device that the port takes for itself, or null when it takes none
     */
    default String device() {
        return null;
    }

    /**
     * @return where frames come from and go to, as it follows the driver in a sentence; "" for
     *     nothing
     */
    default String where() {
        return device() == null ? "" : "on " + device();
    }

    /**
     * @return whether received frames wait in a socket's buffer, which net.core.rmem_max bounds
     */
    default boolean hasSocketBuffer() {
        return false;
    }

    /**
     * @param chunkSize of the frame memory, in bytes
     * @param deviceMtu of {@link #device()}, in bytes; without one it does not count
     * @return longest frame that the open port would carry, in bytes, as far as these two tell
     */
    default int longestFrame(final int chunkSize, final int deviceMtu) {
        return chunkSize - FrameMemory.HEADROOM;
    }

    /**
     * @param shards that share the port
     * @return rx chunks that each of them keeps on its receive side
     */
    int rxChunks(int shards);

    /**
     * @return tx chunks that wait on the port at most; 0 when the driver copies a frame on taking
     *     it
     */
    int txChunks();

    /**
     * @return whether several fused shards can share the port, each with queues of its own
     */
    default boolean hasQueues() {
        return false;
    }

    /**
     * Says before a port is opened whether its device, address or capture would do as it is now.
     * Another process may have the port: nothing of that process is touched.
     *
     * @param id of the port
     * @param chunkSize of the frame memory, in bytes
     * @param shards that would share the port
     * @return longest frame that the port would carry, in bytes; {@link Integer#MAX_VALUE} where
     *     only opening it tells
     * @throws PortException when it would be refused
     */
    int requireFit(PortId id, int chunkSize, int shards) throws PortException;

    /**
     * Opens the port for one shard, in the calling thread's network namespace, before the switch's
     * threads start.
     *
     * @param id of the port
     * @param memory of the switch
     * @return the open port
     * @throws PortException when it cannot be opened; one line says why and what to do
     */
    Port open(PortId id, FrameMemory memory) throws PortException;

    /**
     * Opens the port for all shards that share it.
     *
     * @param id of the port
     * @param memories of the shards, one each; several only where {@link #hasQueues()}
     * @return the port as each shard has it, in the order of their memories
     * @throws PortException when it cannot be opened; nothing stays open
     */
    default List<? extends Port> openAll(final PortId id, final List<FrameMemory> memories)
            throws PortException {
        if (memories.size() > 1) {
            throw id.refused(
                    PortException.Kind.USAGE,
                    "driver "
                            + driver()
                            + " has no queues for several fused shards; write shards: 1, or"
                            + " threading: staged");
        }
        return List.of(open(id, memories.get(0)));
    }

    /**
     * Checks a ring's size for the records.
     *
     * @param entries most frames waiting in each direction of each queue
     */
    static void requireRing(final int entries) {
        if (entries < 8 || entries > 32768 || Integer.bitCount(entries) != 1) {
            throw new IllegalArgumentException(
                    "ringSize=" + entries + " is not a power of two in [8, 32768]");
        }
    }

    /**
     * Checks that a key was given.
     *
     * @param id of the port
     * @param value of the key
     * @param key in configurations
     * @throws PortException when the value is null
     */
    default void need(final PortId id, final Object value, final String key) throws PortException {
        if (value == null) {
            throw id.refused(PortException.Kind.USAGE, "driver " + driver() + " needs " + key);
        }
    }
}
