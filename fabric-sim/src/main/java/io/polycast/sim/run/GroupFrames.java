package io.polycast.sim.run;

import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.sim.net.Frames;

/** The frames of one group among all frames of the network. */
final class GroupFrames {
    private final Frames frames;
    private final FrameInfo info = new FrameInfo();

    GroupFrames(final Frames frames) {
        this.frames = frames;
    }

    /** Whether any frame from or to an address is still somewhere. */
    boolean isAny(final int mcstId) {
        for (int chunk = 0; chunk < frames.count(); chunk++) {
            if (isOf(mcstId, chunk)) {
                return true;
            }
        }
        return false;
    }

    /** A job is over: nobody waits for what its members still have to say. */
    void makeWorthless(final int mcstId) {
        for (int chunk = 0; chunk < frames.count(); chunk++) {
            if (frames.isPrecious(chunk) && isOf(mcstId, chunk)) {
                frames.makeWorthless(chunk);
            }
        }
    }

    private boolean isOf(final int mcstId, final int chunk) {
        if (!frames.isInUse(chunk)) {
            return false;
        }
        Classifier.classify(frames.buffer(), frames.offset(chunk), frames.length(chunk), info);
        return info.srcIp == mcstId || info.dstIp == mcstId;
    }
}
