package io.polycast.sim.kernel;

import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.kernel.KernelGroup;
import io.polycast.parser.kernel.KernelRow;
import org.agrona.DirectBuffer;

/** Takes the copies that the model makes. */
@FunctionalInterface
public interface CopyWriter {
    /**
     * One copy is due.
     *
     * @param group that the frame is for
     * @param row of the path that it goes along
     * @param frame holds the frame that came in
     * @param info of that frame
     */
    void copy(KernelGroup group, KernelRow row, DirectBuffer frame, FrameInfo info);
}
