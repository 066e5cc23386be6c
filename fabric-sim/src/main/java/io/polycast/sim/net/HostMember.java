package io.polycast.sim.net;

import io.polycast.endhost.drive.Endpoint;
import io.polycast.parser.classify.FrameInfo;

/** A queue pair at a host, with its application. */
public interface HostMember extends Endpoint {
    /** QPN that frames for it carry, also while it takes none. */
    int localQpn();

    /**
     * A frame for it has arrived while it was active; the host gives the frame back.
     *
     * @param nowNs virtual time, in ns
     * @param chunk of the frame
     * @param info of the frame
     */
    void onFrame(long nowNs, int chunk, FrameInfo info);

    /**
     * It has made a frame.
     *
     * @param chunk of the frame
     * @return false when the frame is lost at once; its reference is given back
     */
    boolean onMade(int chunk);

    /** A timer has run out: it may have ended the queue pair. */
    void onTimer();
}
