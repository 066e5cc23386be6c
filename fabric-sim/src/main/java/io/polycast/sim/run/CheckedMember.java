package io.polycast.sim.run;

import io.polycast.endhost.qp.QueuePair;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.wire.Aeth;
import io.polycast.sim.check.Invariant;
import io.polycast.sim.check.InvariantViolation;
import io.polycast.sim.group.GroupState;
import io.polycast.sim.group.MemberState;
import io.polycast.sim.net.Frames;
import io.polycast.sim.net.HostMember;
import io.polycast.sim.net.Network;
import io.polycast.sim.scenario.FaultKind;
import io.polycast.sim.witness.AckSafety;

/** A member at its host. Every received frame is checked and may advance the session. */
final class CheckedMember implements HostMember {
    private final Network network;
    private final Frames frames;
    private final Sessions sessions;
    private final MemberState member;
    private final GroupState group;
    private final FrameInfo made = new FrameInfo();

    CheckedMember(final Network network, final Sessions sessions, final MemberState member) {
        this.network = network;
        this.frames = network.frames();
        this.sessions = sessions;
        this.member = member;
        this.group = member.group();
    }

    @Override
    public int localQpn() {
        return member.qp().settings().address().localQpn();
    }

    @Override
    public QueuePair active() {
        return member.isClosed() ? null : member.qp();
    }

    @Override
    public void onFrame(final long nowNs, final int chunk, final FrameInfo info) {
        final long refusals = member.refusals();
        member.qp().onFrame(nowNs, frames.buffer(), info);
        if (!frames.isTainted(chunk) && member.refusals() != refusals && !isOfAStray()) {
            throw new InvariantViolation(
                    Invariant.ADDRESSING,
                    member.who() + " refused an intact frame: " + frames.describe(chunk));
        }
        if (group.source() == member && info.kind == FrameKind.ROCE_ACK && !member.qp().failed()) {
            AckSafety.onSource(group, member.qp().unackedPsn());
        }
        member.collect();
        if (group.source() == member && member.hasFailed()) {
            sessions.onFailed(group);
        } else if (group.source() == member && member.hasSentAll()) {
            sessions.onPhaseDone(group);
        }
    }

    /** A sender that repeats data of an ended job hears of data that it never sent. */
    private boolean isOfAStray() {
        return member != group.source() && (group.strays() & 1L << member.index()) != 0;
    }

    @Override
    public boolean onMade(final int chunk) {
        if (member.hasRefused() && isFatal(chunk)) {
            network.tally().count(FaultKind.REFUSAL);
            frames.makePrecious(chunk);
        }
        return !sessions.onSent(member, chunk);
    }

    private boolean isFatal(final int chunk) {
        Classifier.classify(frames.buffer(), frames.offset(chunk), frames.length(chunk), made);
        return made.kind == FrameKind.ROCE_ACK
                && Aeth.isFatal(Aeth.syndrome(frames.buffer(), made.aethOffset));
    }

    @Override
    public void onTimer() {
        member.collect();
    }
}
