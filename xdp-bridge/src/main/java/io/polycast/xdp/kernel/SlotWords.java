package io.polycast.xdp.kernel;

/**
 * Words of the kernel slots, which the engine and the programs share. One thread writes a slot's words,
 * any thread may read them. No method calls the kernel.
 */
public class SlotWords {
    private final KernelMaps maps;

    SlotWords(final KernelMaps maps) {
        this.maps = maps;
    }

    /**
     * Sets the group's minimum AckPSN: frames at or before it go to Java.
     *
     * @param slot from {@link KernelReplication#install}
     * @param psn in [0, 2^24)
     * @param valid false when some path is unknown
     */
    public void minimum(final int slot, final int psn, final boolean valid) {
        maps.groupWords()
                .putIntOrdered(
                        maps.group(slot) + SlotLayout.MINIMUM,
                        psn | (valid ? SlotLayout.PSN_VALID : 0));
    }

    /**
     * Sets a path's AckPSN: retransmissions at or before it are not copied there.
     *
     * @param slot from {@link KernelReplication#install}
     * @param port of the path
     * @param psn in [0, 2^24)
     * @param valid false when the path is unknown
     */
    public void ackPsn(final int slot, final int port, final int psn, final boolean valid) {
        final int at = maps.row(slot, port) + SlotLayout.CONTROL;
        final int flags =
                maps.rowWords().getInt(at)
                        & (SlotLayout.ABSENT | SlotLayout.PRESENT | SlotLayout.HOST);
        maps.rowWords().putIntOrdered(at, flags | psn | (valid ? SlotLayout.PSN_VALID : 0));
    }

    /**
     * Stops copies to an evicted member, or lets them go again.
     *
     * @param slot from {@link KernelReplication#install}
     * @param port of the path
     * @param absent whether it is evicted
     */
    public void absent(final int slot, final int port, final boolean absent) {
        final int at = maps.row(slot, port) + SlotLayout.CONTROL;
        final int others = maps.rowWords().getInt(at) & ~SlotLayout.ABSENT;
        maps.rowWords().putIntOrdered(at, absent ? others | SlotLayout.ABSENT : others);
    }

    /**
     * @param slot from {@link KernelReplication#install}
     * @return highest PSN, bits 0 to 23, valid bit 24; whether {@link #passed} is not 0, bit 25;
     *     candidate, bits 32 to 55, valid bit 56
     */
    public long flow(final int slot) {
        return maps.groupWords().getLongVolatile(maps.group(slot) + SlotLayout.FLOW);
    }

    /**
     * To be read after {@link #flow}, for it is written before.
     *
     * @param slot from {@link KernelReplication#install}
     * @return which of the 64 PSNs above the highest passed, bit {@code p & 63} for PSN p
     */
    public long passed(final int slot) {
        return maps.groupWords().getLongVolatile(maps.group(slot) + SlotLayout.PASSED);
    }

    /**
     * @param slot from {@link KernelReplication#install}
     * @return PSN of the last frame taken
     */
    public int lastPsn(final int slot) {
        return word(slot, SlotLayout.LAST_PSN);
    }

    /**
     * @param slot from {@link KernelReplication#install}
     * @return PSN of the last frame with AckReq that was taken, up to 64 after the highest, in bits
     *     0 to 23; valid bit 24. From bit 25 on a count of such frames, which wraps. 0: none since
     *     the slot was installed
     */
    public int asked(final int slot) {
        return word(slot, SlotLayout.ASKED);
    }

    /**
     * @param slot from {@link KernelReplication#install}
     * @return frames taken whose PSN did not come after the last one's, modulo 2^32
     */
    public int stepsBack(final int slot) {
        return word(slot, SlotLayout.STEPS_BACK);
    }

    /**
     * @param slot from {@link KernelReplication#install}
     * @return PSN of the latest of them, written before the counter
     */
    public int stepBackPsn(final int slot) {
        return word(slot, SlotLayout.STEP_BACK_PSN);
    }

    private int word(final int slot, final int offset) {
        return maps.groupWords().getIntVolatile(maps.group(slot) + offset);
    }

    /**
     * @param slot from {@link KernelReplication#install}
     * @return frames taken
     */
    public long frames(final int slot) {
        return maps.groupWords().getLongVolatile(maps.group(slot) + SlotLayout.FRAMES);
    }

    /**
     * @param slot from {@link KernelReplication#install}
     * @return bytes of the frames taken
     */
    public long bytes(final int slot) {
        return maps.groupWords().getLongVolatile(maps.group(slot) + SlotLayout.BYTES);
    }

    /**
     * @param slot from {@link KernelReplication#install}
     * @param port of a path
     * @return copies handed to the port's device
     */
    public long copies(final int slot, final int port) {
        return maps.rowWords().getLongVolatile(maps.row(slot, port) + SlotLayout.COPIES);
    }

    /**
     * @param slot from {@link KernelReplication#install}
     * @param port of a path
     * @return copies not sent because the path had acknowledged them, modulo 2^32
     */
    public long filtered(final int slot, final int port) {
        return Integer.toUnsignedLong(
                maps.rowWords().getIntVolatile(maps.row(slot, port) + SlotLayout.FILTERED));
    }
}
