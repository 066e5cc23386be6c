package io.polycast.core;

import io.polycast.core.role.Role;
import io.polycast.core.trace.TraceSink;
import io.polycast.mft.table.ReadAhead;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import java.util.Arrays;
import org.agrona.MutableDirectBuffer;

/**
 * The shell of one switch, or of one shard of it: counts every frame, ends damaged frames, forwards through
 * wires, and hands every other frame to the one {@link Role}. Single-threaded and deterministic; no input
 * bytes make it throw.
 */
public final class SwitchCore implements AutoCloseable {
    private static final int HELD = Ending.HELD.id();
    private static final int BAD_AETH = Ending.BAD_AETH.id();
    private static final int NO_WIRE = -1;

    private final Role role;
    private final int[] wirePeer;
    private final CounterBlock counters;
    private final FrameTrace trace = new FrameTrace();
    private final FrameInfo info = new FrameInfo();

    /**
     * @param wirePeer per port the index of its wire's other end, or -1
     * @param role that gets the frames; closed with the shell
     * @param counters of the shard
     */
    public SwitchCore(final int[] wirePeer, final Role role, final CounterBlock counters) {
        this.wirePeer = wirePeer.clone();
        this.role = role;
        this.counters = counters;
    }

    /**
     * A switch without wires.
     *
     * @param portCount ports, in [1, 64]
     * @param role that gets the frames; closed with the shell
     * @param counters of the shard
     */
    public SwitchCore(final int portCount, final Role role, final CounterBlock counters) {
        this(noWires(portCount), role, counters);
    }

    private static int[] noWires(final int portCount) {
        final int[] wirePeer = new int[portCount];
        Arrays.fill(wirePeer, NO_WIRE);
        return wirePeer;
    }

    /** Gives the role's memory back; nothing may be called any more. */
    @Override
    public void close() {
        role.close();
    }

    /**
     * @return the role, for requests about groups; called by the thread that runs the switch
     */
    public Role role() {
        return role;
    }

    /**
     * Processes one frame, whatever its bytes.
     *
     * @param nowNs time, in ns, never going back
     * @param ingressPort index of the port that it came in on
     * @param frame holds the frame
     * @param offset of its first byte
     * @param length in bytes, without FCS
     * @param egress takes the frames that leave
     * @return id of the {@link Ending}, counted already; {@link Ending#HELD} when the role holds the frame,
     *     whose memory then belongs to the role's store
     */
    public int onFrame(
            final long nowNs,
            final int ingressPort,
            final MutableDirectBuffer frame,
            final int offset,
            final int length,
            final EgressSink egress) {
        Classifier.classify(frame, offset, length, info);
        return onClassified(nowNs, ingressPort, frame, info, egress);
    }

    /**
     * Gives the object that reads tables ahead for frames that come to {@link #onClassified} later.
     * Its use is optional and changes only the time that the frames take.
     *
     * @return reads ahead
     */
    public ReadAhead readAhead() {
        return role.readAhead();
    }

    /**
     * Processes one frame that was classified already.
     *
     * @param nowNs time, in ns, never going back
     * @param ingressPort index of the port that it came in on
     * @param frame holds the frame
     * @param frameInfo result of {@link Classifier} for it
     * @param egress takes the frames that leave
     * @return id of the {@link Ending}, counted already; {@link Ending#HELD} when the role holds the frame,
     *     whose memory then belongs to the role's store
     */
    public int onClassified(
            final long nowNs,
            final int ingressPort,
            final MutableDirectBuffer frame,
            final FrameInfo frameInfo,
            final EgressSink egress) {
        counters.count(Tally.FRAMES_IN);
        final int ending;
        if (trace.isOn()) {
            ending =
                    process(
                            nowNs,
                            ingressPort,
                            frame,
                            frameInfo,
                            trace.egress(nowNs, frameInfo, egress));
            trace.frame(nowNs, ingressPort, role.groupOf(frame, frameInfo), frameInfo, ending);
        } else {
            ending = process(nowNs, ingressPort, frame, frameInfo, egress);
        }
        // The store has counted a frame that it holds, and counts the ending of it later.
        if (ending != HELD) {
            counters.end(ending);
        }
        return ending;
    }

    private int process(
            final long nowNs,
            final int port,
            final MutableDirectBuffer frame,
            final FrameInfo frameInfo,
            final EgressSink egress) {
        if (frameInfo.kind == FrameKind.MALFORMED && frameInfo.reason != BAD_AETH) {
            return role.groupOf(frame, frameInfo) == 0
                    ? pass(port, frame, frameInfo, frameInfo.reason, egress)
                    : frameInfo.reason;
        }
        final int ending = role.onFrame(nowNs, port, frame, frameInfo, egress);
        return ending >= 0 ? ending : pass(port, frame, frameInfo, -ending, egress);
    }

    /** Through the wire, untouched; without a wire it ends as {@code otherwise}. */
    private int pass(
            final int port,
            final MutableDirectBuffer frame,
            final FrameInfo frameInfo,
            final int otherwise,
            final EgressSink egress) {
        final int peer = wirePeer[port];
        if (peer < 0) {
            return otherwise;
        }
        if (egress.offer(peer, frame, frameInfo.frameOffset, frameInfo.frameLength)) {
            return Ending.FORWARDED.id();
        }
        counters.count(Tally.FORWARD_REFUSED);
        return Ending.EGRESS_REFUSED.id();
    }

    /**
     * Counts a frame that waited while the switch stood still, and is not looked at.
     *
     * @param nowNs time, in ns
     */
    public void discard(final long nowNs) {
        role.onDiscarded(nowNs);
        counters.count(Tally.FRAMES_IN);
        counters.end(Ending.STANDSTILL.id());
    }

    /**
     * How long a thread may pause before frames that wait for it are to be discarded: they may be of an
     * exchange that has ended, beside those of the next (rule 2).
     *
     * @return time, in ns
     */
    public long standstillNs() {
        return role.standstillNs();
    }

    /**
     * Does the work that is due at a time.
     *
     * @param nowNs time, in ns, never going back
     * @param egress takes the frames that leave
     * @return the next deadline in ns, or {@link Long#MAX_VALUE} when none is pending
     */
    public long onTick(final long nowNs, final EgressSink egress) {
        return role.onTick(nowNs, egress);
    }

    /**
     * Hands every event to a sink from now on; null ends it.
     *
     * @param sink that takes the events
     */
    public void trace(final TraceSink sink) {
        trace.sink(sink);
        role.trace(sink);
    }
}
