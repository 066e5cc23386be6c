package io.polycast.sim.net;

import io.polycast.core.cepheus.CepheusRole;
import io.polycast.core.cepheus.CepheusSettings;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.CounterBlock;
import org.agrona.DirectBuffer;

/** Observer of all frames that one switch receives and sends. A network alone has {@link #NONE}. */
public interface SwitchWatch {
    /** Sees nothing. */
    SwitchWatch NONE = new SwitchWatch() {};

    /** Makes the watch of each switch. */
    @FunctionalInterface
    interface Maker {
        /**
         * @param node of the switch
         * @param settings of the switch
         * @param counters of the switch
         * @return its watch
         */
        SwitchWatch watch(int node, CepheusSettings settings, CounterBlock counters);
    }

    /** The process ends, and the kernel's programs with it. */
    default void onStop() {}

    /**
     * A new process begins.
     *
     * @param keepState whether it has the feedback words of the old one
     */
    default void onStart(final boolean keepState) {}

    /**
     * A group is about to be set.
     *
     * @param group number
     */
    default void onSetting(final int group) {}

    /**
     * A group was set.
     *
     * @param group number
     * @param anew whether it begins anew in mid-transfer
     */
    default void onSet(final int group, final boolean anew) {}

    /**
     * A group is gone.
     *
     * @param group number
     */
    default void onUnset(final int group) {}

    /**
     * A second job of the group begins.
     *
     * @param group number
     */
    default void onJob(final int group) {}

    /**
     * The kernel's programs have taken data.
     *
     * @param info of the frame
     * @param steps back of the source since the last call
     * @param stepPsn of the last step
     */
    default void onKernelData(final FrameInfo info, final int steps, final int stepPsn) {}

    /**
     * A frame is about to reach the engine.
     *
     * @param port that it came in on
     * @param chunk of the frame
     * @param info of the frame
     */
    default void onFrame(final int port, final int chunk, final FrameInfo info) {}

    /**
     * The engine has ended the frame of the last {@link #onFrame}.
     *
     * @param port that it came in on
     * @param chunk of the frame
     * @param info of the frame
     * @param ending id of how it ended
     * @param role that ended it
     */
    default void onEnded(
            final int port,
            final int chunk,
            final FrameInfo info,
            final int ending,
            final CepheusRole role) {}

    /**
     * A frame was dropped before the engine saw it.
     *
     * @param ending id of how it ended
     */
    default void onDiscarded(final int ending) {}

    /**
     * The engine was told the time.
     *
     * @param role that was told
     */
    default void onTick(final CepheusRole role) {}

    /**
     * The engine has written a frame of its own.
     *
     * @param port that it leaves by
     * @param frame holds it
     * @param offset of the destination MAC
     * @param length in bytes
     * @return whether it may be refused by those whom it reaches
     */
    default boolean onAuthored(
            final int port, final DirectBuffer frame, final int offset, final int length) {
        return false;
    }

    /**
     * A frame of the engine's own was offered to a link.
     *
     * @param taken whether the link took it
     */
    default void onAuthoredOffered(final boolean taken) {}

    /**
     * A copy of data was offered to a link.
     *
     * @param taken whether the link took it
     */
    default void onCopyOffered(final boolean taken) {}

    /** The run is over. */
    default void onEnd() {}

    /**
     * The run is over, and all groups have left the kernel.
     *
     * @param frames that processes should have taken over
     * @param copies that processes should have taken over
     */
    default void onKernelLeft(final long frames, final long copies) {}
}
