package io.polycast.endhost.qp;

import io.polycast.endhost.settings.QpSettings;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.psn.Psn;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Request packets ahead of the expected PSN, kept until the gap before them closes. A slot's number is
 * its PSN modulo {@link #SLOTS}: all PSNs that may wait at one time differ in it.
 */
final class ReorderBuffer {
    /** Most packets that may wait; it divides 2^24. */
    static final int SLOTS = QpSettings.MAX_OUT_OF_ORDER;

    private final int limit;
    private final int slotLength;
    private final boolean isVirtual;
    private final UnsafeBuffer frames;
    private final int[] lengths = new int[SLOTS];
    private final FrameInfo info = new FrameInfo();

    /** A bit for each slot that holds a frame. */
    private int held;

    /**
     * @param settings of the queue pair: how far ahead of the expected PSN a packet may lie, in [0, {@link
     *     #SLOTS}], and the longest frame that is kept
     */
    ReorderBuffer(final QpSettings settings) {
        limit = settings.outOfOrder();
        slotLength = settings.maxFrameLength();
        isVirtual = settings.virtualPayload();
        frames = new UnsafeBuffer(new byte[limit == 0 ? 0 : SLOTS * slotLength]);
    }

    /** Whether a packet so far ahead of the expected one can wait here. */
    boolean takes(final int distance, final FrameInfo frameInfo) {
        return distance <= limit && frameInfo.frameLength <= slotLength;
    }

    /** Whether a packet with this PSN waits already. */
    boolean holds(final int psn) {
        return (held & bit(psn)) != 0;
    }

    boolean isEmpty() {
        return held == 0;
    }

    /** Keeps a copy of a frame that {@link #takes} answered true for. */
    void put(final DirectBuffer frame, final FrameInfo frameInfo) {
        final int slot = frameInfo.psn % SLOTS;
        lengths[slot] = frameInfo.frameLength;
        final int stored =
                isVirtual ? frameInfo.payloadOffset - frameInfo.frameOffset : frameInfo.frameLength;
        frames.putBytes(slot * slotLength, frame, frameInfo.frameOffset, stored);
        held |= bit(frameInfo.psn);
    }

    /** Bytes that {@link #take} speaks of. */
    DirectBuffer frames() {
        return frames;
    }

    /**
     * Takes the packet with this PSN out.
     *
     * @return where it lies in {@link #frames}, until the next put; null when it does not wait here
     */
    FrameInfo take(final int psn) {
        if (!holds(psn)) {
            return null;
        }
        held &= ~bit(psn);
        final int slot = psn % SLOTS;
        Classifier.classify(frames, slot * slotLength, lengths[slot], info);
        return info;
    }

    void clear() {
        held = 0;
    }

    private static int bit(final int psn) {
        return 1 << (psn & Psn.MASK) % SLOTS;
    }
}
