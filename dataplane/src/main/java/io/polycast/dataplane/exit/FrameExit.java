package io.polycast.dataplane.exit;

import io.polycast.parser.contract.EgressSink;

/** Exit of an engine's frames, to which the engine also releases received frames. */
public interface FrameExit extends EgressSink {
    /**
     * @return whether another frame may be processed: its copies will find room on the way
     */
    boolean hasRoom();

    /**
     * The engine is done with an ingress frame.
     *
     * @param offset of it in the frame memory
     */
    void release(int offset);

    /**
     * Lets queued frames go; once a duty cycle, and in between when many wait.
     *
     * @return work done
     */
    int flush();
}
