package io.polycast.parser.kernel;

/**
 * The kernel's table as the engine sees it. The engine installs and withdraws groups by kernel slot, and each
 * slot has words. The engine writes the minimum and the paths' AckPSN, the programs write their progress.
 * One shard's thread calls it, and its slots belong to this shard.
 *
 * <p>The programs take data of a published group's source with PSNs after the minimum. They replicate it
 * to all ports except the source's, leave out a retransmission that a path has acknowledged, and
 * follow the highest PSN as {@code SourceTracker.onData} does. All other frames go to the engine.
 */
public interface KernelTable {
    /** The table has no slot left. */
    int FULL = -1;

    /**
     * Not ready yet, for this group's set of ports or because slots are settling: ask again in a
     * while.
     */
    int LATER = -2;

    /** The kernel refused; {@link #failure} says why. */
    int FAILED = -3;

    /** In {@link #flow}: the highest PSN holds a value. */
    long HIGHEST_VALID = 1L << 24;

    /** In {@link #flow}: PSNs above the highest have passed, see {@link #passed}. */
    long PASSED_VALID = 1L << 25;

    /** Shift of the candidate in {@link #flow}. */
    int CANDIDATE_SHIFT = 32;

    /** In {@link #flow}: a candidate for the highest PSN waits. */
    long CANDIDATE_VALID = 1L << 56;

    /** In {@link #asked}: it holds a PSN. */
    int ASKED_VALID = 1 << 24;

    /** In {@link #asked}: increment of the count per frame. */
    int ASKED_ONE = 1 << 25;

    /** In {@link #asked}: the bits of the count. */
    int ASKED_COUNT = -ASKED_ONE;

    /**
     * @param port index of it
     * @return null when the port can serve, else why it cannot, in a few words
     */
    String refusal(int port);

    /**
     * @param port index of one that is not refused
     * @return null when copies can leave by it, else why they cannot; a source may send there all
     *     the same
     */
    String egressRefusal(int port);

    /** Changes whenever a refusal does. */
    int refusalVersion();

    /**
     * Fills a slot, without waiting for anything: flow words set, minimum and AckPSN invalid,
     * nobody absent, not yet published.
     *
     * @param group with its source
     * @param highestPsn highest PSN that the engine forwarded
     * @param passed PSNs above it that passed, as in {@link #passed}
     * @param lastPsn PSN of the frame that it forwarded last
     * @return slot, or {@link #FULL}, {@link #LATER}, {@link #FAILED}
     */
    int install(KernelGroup group, int highestPsn, long passed, int lastPsn);

    /** Why the last {@link #install} or {@link #publish} failed, for people. */
    String failure();

    /**
     * From now on the programs replicate the slot's group.
     *
     * @param slot filled
     * @return false when the kernel refused; the slot is free then
     */
    boolean publish(int slot);

    /**
     * From now on the programs take no more frames of the group. Frames in their hands may still
     * leave and change the slot's words. The words stay readable until the slot is given back.
     *
     * @param slot published
     */
    void withdraw(int slot);

    /**
     * @param slot withdrawn
     * @return whether its words are final: all programs have ended that could know it. Slots settle
     *     in the order in which they were withdrawn
     */
    boolean isSettled(int slot);

    /**
     * Gives a slot back.
     *
     * @param slot settled
     */
    void giveBack(int slot);

    /**
     * @return whether {@link #FULL} was answered since the last slot was withdrawn: a shard with an
     *     idle group should withdraw it
     */
    boolean isPressed();

    /** Sets the minimum AckPSN; frames behind it are for the programs, all if it is not valid. */
    void minimum(int slot, int psn, boolean valid);

    /** Sets a path's AckPSN; retransmissions at or before it are left out, none if not valid. */
    void ackPsn(int slot, int port, int psn, boolean valid);

    /** An absent path gets no copies. */
    void absent(int slot, int port, boolean absent);

    /**
     * Highest PSN in bits 0 to 23, its valid bit, {@link #PASSED_VALID}, candidate from bit 32 on,
     * its valid bit.
     */
    long flow(int slot);

    /**
     * Which of the 64 PSNs above the highest have passed: bit {@code p & 63} stands for PSN p.
     * Programs write it before {@link #flow}, so it must be read after it. Bits of a later flow are
     * right for an earlier flow's window too: a bit that stands for another PSN stands for one that
     * the later highest PSN has passed.
     */
    long passed(int slot);

    /** PSN of the last frame taken. */
    int lastPsn(int slot);

    /**
     * Last frame with AckReq that the programs took: its PSN, up to 64 after the highest, in bits 0
     * to 23, and its valid bit. From {@link #ASKED_ONE} on a count of frames with AckReq, which
     * wraps. 0: no such frame since {@link #install}. A PSN after the highest may be damaged.
     * Written after {@link #flow} and before {@link #frames}.
     */
    int asked(int slot);

    /** Frames whose PSN was not after the one before; written after {@link #stepBackPsn}. */
    int stepsBack(int slot);

    /** PSN of the last such frame. */
    int stepBackPsn(int slot);

    /** Frames taken. */
    long frames(int slot);

    /** Copies that left on a port. */
    long copies(int slot, int port);

    /** Copies left out on a port because its path had acknowledged them. */
    long filtered(int slot, int port);
}
