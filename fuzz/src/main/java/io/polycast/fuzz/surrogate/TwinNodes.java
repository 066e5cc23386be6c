package io.polycast.fuzz.surrogate;

import io.polycast.core.surrogate.spec.LegSpec;
import io.polycast.core.surrogate.spec.SurrogateGroup;
import io.polycast.fuzz.Check;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.Disposition;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.leg.LegHeader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Two nodes of role surrogate. The second one is given the same as the first, but for frames that are
 * refused under a name. Both must send the same frames: a refused frame changes no state.
 */
final class TwinNodes implements AutoCloseable {
    /** Refused messages of a node that is known: they count as a sign of life. */
    private static final Set<Ending> LIVELY =
            Set.of(
                    Ending.SURROGATE_UNASKED_GRANT,
                    Ending.SURROGATE_UNSENT_ACK,
                    Ending.SURROGATE_SEQUENCE_JUMP,
                    Ending.SURROGATE_UNKNOWN_VOQ,
                    Ending.SURROGATE_UNKNOWN_LANE,
                    Ending.SURROGATE_UNASKED_DATA);

    private static final Set<Ending> REFUSED =
            Set.of(
                    Ending.SURROGATE_BAD_CRC,
                    Ending.SURROGATE_BAD_VERSION,
                    Ending.SURROGATE_NOT_A_LEG);

    private final Set<ByteBuffer> given = new HashSet<>();
    private final SurrogateNode node = new SurrogateNode(given);
    private final SurrogateNode twin = new SurrogateNode(given);

    /** Takes what the first node sends by legs. */
    private final Consumer<byte[]> legs;

    /** By leg: the last HELLO that told an incarnation; null before. */
    private final byte[][] hellos = new byte[SurrogateNode.LEGS.size()][];

    TwinNodes(final Consumer<byte[]> legs) {
        this.legs = legs;
    }

    CounterBlock counters() {
        return node.counters();
    }

    int held() {
        return node.held();
    }

    boolean hasEmptyQueues() {
        return node.role().queues().stream()
                .allMatch(queue -> queue.backlog() == 0 && queue.outstanding() == 0);
    }

    static boolean carriesLegs(final int port) {
        return SurrogateNode.LEGS.stream().anyMatch(leg -> leg.port() == port);
    }

    /** Gives a frame to both nodes, or to the first alone when that refuses it. */
    void receive(final long nowNs, final int port, final byte[] frame) {
        given.add(ByteBuffer.wrap(frame.clone()));
        if (LegFrames.isBetweenNodes(frame)) {
            given.add(ByteBuffer.wrap(LegFrames.inside(frame)));
        }
        node.begin();
        twin.begin();
        final Ending ending = Ending.byId(node.receive(nowNs, port, frame));
        Check.that(ending != null, "no such ending");
        if (isRefused(ending, port)) {
            if (LIVELY.contains(ending)) {
                twin.receive(nowNs, port, hellos[legOf(frame, port)]);
            }
            checkNothingChanged(ending);
        } else {
            twin.receive(nowNs, port, frame);
            if (ending == Ending.SURROGATE_CONTROL
                    && LegFrames.isBetweenNodes(frame)
                    && LegFrames.isHello(frame, LegHeader.HELLO_OWN)) {
                hellos[legOf(frame, port)] = frame.clone();
            }
            compare();
        }
    }

    private static boolean isRefused(final Ending ending, final int port) {
        // A frame inside a frame of a leg may be unsound: the leg has moved on nevertheless.
        final boolean unsound =
                ending == Ending.SURROGATE_BAD_IGMP
                        || ending.disposition() == Disposition.DROPPED
                                && ending.id() < Ending.UNKNOWN_GROUP.id();
        return LIVELY.contains(ending) || REFUSED.contains(ending) || unsound && !carriesLegs(port);
    }

    private void checkNothingChanged(final Ending ending) {
        Check.that(ending.disposition() == Disposition.DROPPED, "a refused frame is no loss");
        Check.equal(0, node.sent().size(), "frames because of a refused one");
        if (!node.role().queues().equals(twin.role().queues())) {
            throw new AssertionError(ending + " changed a queue");
        }
        if (!node.role().groups().equals(twin.role().groups())) {
            throw new AssertionError(ending + " changed a group");
        }
    }

    /** The leg of a frame that was found to be of one. */
    private static int legOf(final byte[] frame, final int port) {
        for (int i = 0; i < SurrogateNode.LEGS.size(); i++) {
            final LegSpec leg = SurrogateNode.LEGS.get(i);
            if (leg.port() == port && LegFrames.from(frame) == leg.mac()) {
                return i;
            }
        }
        throw new AssertionError("refused like a frame of a leg, and is of none");
    }

    /** Returns the node's next deadline. */
    long tick(final long nowNs) {
        node.begin();
        twin.begin();
        final long deadlineNs = node.tick(nowNs);
        Check.equal(twin.tick(nowNs), deadlineNs, "deadline after refused frames");
        compare();
        return deadlineNs;
    }

    /** Ports that take nothing from now on: bit i is port i. */
    void refuse(final int ports) {
        node.refuse(ports);
        twin.refuse(ports);
    }

    void unset(final long nowNs, final int id) {
        Check.that(
                node.role().unsetGroup(nowNs, id) == twin.role().unsetGroup(nowNs, id),
                "a group is there after refused frames only");
    }

    void set(final long nowNs, final SurrogateGroup entry) {
        try {
            node.role().setGroup(nowNs, entry, node);
            twin.role().setGroup(nowNs, entry, twin);
        } catch (final GroupRefusedException e) {
            Check.that(!e.getMessage().isBlank(), "refused without a reason");
        }
    }

    private void compare() {
        for (int i = 0; i < node.sent().size(); i++) {
            if (carriesLegs(node.portOf(i))) {
                legs.accept(node.sent().get(i));
            }
        }
        final List<byte[]> frames = comparable(node);
        final List<byte[]> expected = comparable(twin);
        Check.equal(expected.size(), frames.size(), "frames that leave after refused ones");
        for (int i = 0; i < frames.size(); i++) {
            Check.that(
                    Arrays.equals(expected.get(i), frames.get(i)),
                    "another frame leaves after refused ones");
        }
    }

    /** Without echoes of HELLOs, and without reports that a request is missing. */
    private static List<byte[]> comparable(final SurrogateNode of) {
        final List<byte[]> frames = new ArrayList<>();
        for (final byte[] frame : of.sent()) {
            final boolean said =
                    LegFrames.isBetweenNodes(frame)
                            && (LegFrames.isHello(frame, LegHeader.HELLO_ECHO)
                                    || LegFrames.isGap(frame));
            if (!said) {
                frames.add(frame);
            }
        }
        return frames;
    }

    @Override
    public void close() {
        node.close();
        twin.close();
    }
}
