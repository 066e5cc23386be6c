package io.polycast.sim.witness;

import io.polycast.core.cepheus.CepheusRole;
import io.polycast.core.cepheus.CepheusSettings;
import io.polycast.core.cepheus.view.GroupView;
import io.polycast.core.cepheus.view.PathView;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.icrc.Icrc;
import io.polycast.parser.psn.Psn;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Bth;
import io.polycast.parser.wire.Vlan;
import io.polycast.sim.check.Invariant;
import io.polycast.sim.check.InvariantViolation;
import io.polycast.sim.group.GroupState;
import io.polycast.sim.group.MemberState;
import io.polycast.sim.net.Addresses;
import io.polycast.sim.net.Frames;
import io.polycast.sim.net.Network;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.collections.IntHashSet;

/** Compares all frames of one switch, in and out, with the truth. */
final class SwitchWitness {
    private final Network network;
    private final Frames frames;
    private final List<GroupState> groups;
    private final int node;

    /** By group: bits of the members behind each port, null when the tree passes elsewhere. */
    private final long[][] behind;

    private final CnpBudget[] cnps;
    private final FeedbackWatch[] watches;
    private final Icrc icrc = new Icrc();
    private final FrameInfo authored = new FrameInfo();

    /** VLANs that damaged data came with: feedback may go to one until the source repeats itself. */
    private final IntHashSet strayVlans = new IntHashSet();

    private final int usualVlan;

    SwitchWitness(
            final Network network,
            final List<GroupState> groups,
            final int node,
            final CepheusSettings settings,
            final long[][] behind) {
        this.network = network;
        this.frames = network.frames();
        this.groups = groups;
        this.node = node;
        this.behind = behind;
        cnps = new CnpBudget[behind.length];
        watches = new FeedbackWatch[behind.length];
        for (int group = 0; group < behind.length; group++) {
            cnps[group] = new CnpBudget(node, settings.portCount(), settings.cnp().windowNs());
            watches[group] =
                    new FeedbackWatch(
                            node,
                            settings.portCount(),
                            settings.nakRepeatNs(),
                            network.scenario().groups().get(group).first().announced());
        }
        usualVlan = vlan(network.scenario().transport().addressing().vlanTci());
    }

    /** The process ends, and what the kernel's programs told it. */
    void onStop() {
        for (final FeedbackWatch watch : watches) {
            watch.restart();
        }
    }

    /** A new process begins. */
    void onStart(final boolean keepState) {
        for (int group = 0; group < behind.length; group++) {
            cnps[group].restart();
            if (!keepState) {
                watches[group].forget();
            }
        }
    }

    /** The group is about to be set: what leaves from now on is because of it. */
    void onSetting(final int group) {
        watches[group].onFrame();
    }

    /** A group that is replaced leaves the kernel, and what a program had in hand of it is not taken over. */
    void onSet(final int group) {
        cnps[group].restart();
        watches[group].restart();
    }

    /** The group begins anew in mid-transfer: what the switch knew and waited for is forgotten. */
    void onAnew(final int group) {
        watches[group].onTurn();
        cnps[group].restart();
    }

    /** Nobody has said anything yet in the job that begins. */
    void onJob(final int group) {
        watches[group].forget();
    }

    void onUnset(final int group) {
        cnps[group].restart();
        watches[group].forget();
    }

    /** Data that the kernel's programs took. */
    void onKernelData(final FrameInfo info, final int steps, final int stepPsn) {
        watches[Addresses.group(info.dstIp)].onKernelData(info.psn, steps, stepPsn);
    }

    /** Group that the frame is for and that passes here, or -1. */
    int groupOf(final FrameInfo info) {
        if (info.kind != FrameKind.ROCE_DATA
                && info.kind != FrameKind.ROCE_ACK
                && info.kind != FrameKind.ROCE_CNP) {
            return -1;
        }
        final int group = Addresses.group(info.dstIp);
        return group >= 0 && group < behind.length && behind[group] != null ? group : -1;
    }

    /** A frame of a group, before the engine sees it: what it makes due leaves at once. */
    void onFrame(final int group, final int port, final FrameInfo info, final boolean tainted) {
        watches[group].onFrame();
        if (info.kind == FrameKind.ROCE_DATA) {
            if (tainted) {
                strayVlans.add(info.vlanId);
            }
            watches[group].onData(info.psn);
        } else if (info.kind == FrameKind.ROCE_ACK && !(tainted && isAltered(info))) {
            watches[group].onHeard(
                    port,
                    info.psn,
                    Aeth.syndrome(frames.buffer(), info.aethOffset),
                    Aeth.msn(frames.buffer(), info.aethOffset));
        }
    }

    /** Whether bits that the ICRC covers were flipped. */
    private boolean isAltered(final FrameInfo info) {
        return !icrc.verify(frames.buffer(), info);
    }

    /** The same frame, after the engine. */
    void onEnded(
            final int group,
            final int port,
            final FrameInfo info,
            final int ending,
            final CepheusRole role) {
        // At a queue pair that is not the group's the engine does not even look at the kernel's
        // words.
        if (info.kind == FrameKind.ROCE_ACK
                && ending != Ending.WRONG_QPN.id()
                && watches[group].anyWaits()) {
            final GroupView view = role.group(Addresses.mcstId(group));
            if (view != null && view.progress().sourcePath() >= 0) {
                watches[group].onSettled(view);
            }
        }
        if (ending == Ending.FEEDBACK_BEYOND_SENT.id() || ending == Ending.FEEDBACK_STALE.id()) {
            watches[group].onUnheard(port, info.psn);
        }
        if (ending == Ending.CNP_PASSED.id() || ending == Ending.CNP_FILTERED.id()) {
            cnps[group].onSignal(network.nowNs(), port, ending == Ending.CNP_PASSED.id());
        } else if (info.kind == FrameKind.ROCE_ACK && isMarked(info) && isHeard(ending)) {
            cnps[group].onSignal(network.nowNs(), port, false);
        }
    }

    private boolean isMarked(final FrameInfo info) {
        return Bth.becn(frames.buffer(), info.bthOffset)
                || Bth.fecn(frames.buffer(), info.bthOffset);
    }

    /** Whether feedback that ended like this was looked at: its congestion bits count, then. */
    private static boolean isHeard(final int ending) {
        return switch (Ending.byId(ending)) {
            case UNKNOWN_GROUP,
                    WRONG_QPN,
                    NOT_A_MEMBER,
                    NO_SOURCE,
                    FEEDBACK_FROM_SOURCE,
                    EVICTED_MEMBER,
                    RATE_LIMITED,
                    BAD_ICRC ->
                    false;
            default -> true;
        };
    }

    /** The source has moved to where a frame in this chunk came from. */
    void onSourceSwitch(final int group, final int port, final FrameInfo info, final int chunk) {
        watches[group].onTurn();
        final GroupState state = groups.get(group);
        boolean sends = false;
        for (int phase = 0;
                phase <= Math.min(state.phase(), state.plan().phases().size() - 1);
                phase++) {
            final int source = state.plan().phases().get(phase).source();
            sends |= (behind[group][port] & 1L << source) != 0;
        }
        sends |= (behind[group][port] & state.strays()) != 0;
        if (frames.isTainted(chunk) && isAltered(info) || !sends) {
            throw new InvariantViolation(
                    Invariant.SOURCE_TRUTH,
                    "switch "
                            + node
                            + " took port "
                            + port
                            + " of group "
                            + group
                            + " for its source on "
                            + frames.describe(chunk));
        }
        cnps[group].restart();
    }

    /** The switch has evicted somebody: the dead only. */
    void onEvictions(final CepheusRole role) {
        groups.forEach(group -> checkEvictions(group, role));
    }

    private void checkEvictions(final GroupState group, final CepheusRole role) {
        final GroupView view =
                behind[group.index()] == null ? null : role.group(Addresses.mcstId(group.index()));
        if (view == null) {
            return;
        }
        for (final PathView path : view.paths()) {
            if (!path.state().equals("evicted")) {
                continue;
            }
            final long members = behind[group.index()][path.spec().port()];
            for (long rest = members; rest != 0; rest &= rest - 1) {
                final MemberState member = group.members().get(Long.numberOfTrailingZeros(rest));
                if (member.isLive()) {
                    throw new InvariantViolation(
                            Invariant.EVICTION,
                            "switch " + node + " evicted " + member.who() + ", which is alive");
                }
                member.evict();
            }
        }
    }

    /**
     * Frames that the switch writes itself must be true feedback.
     *
     * @return whether it may go to another VLAN than the source's: TOS, UDP source port and priority follow
     *     the frame that caused it, the VLAN an earlier one of the source, and no ICRC covers them
     */
    boolean onAuthored(
            final int egressPort, final DirectBuffer frame, final int offset, final int length) {
        Classifier.classify(frame, offset, length, authored);
        if (isAlive(frame)) {
            checkAlive(egressPort);
        } else if (authored.kind != FrameKind.ROCE_CNP) {
            checkFeedback(egressPort, frame);
        }
        return authored.vlanId != usualVlan && strayVlans.contains(authored.vlanId);
    }

    private boolean isAlive(final DirectBuffer frame) {
        return authored.kind == FrameKind.MALFORMED
                && authored.reason == Ending.BAD_AETH.id()
                && Aeth.syndrome(frame, authored.aethOffset) == Aeth.ALIVE;
    }

    /** That it never reaches a host is seen there. */
    private void checkAlive(final int egressPort) {
        final int group = Addresses.group(authored.srcIp);
        if (group < 0 || group >= behind.length || behind[group] == null) {
            throw new InvariantViolation(
                    Invariant.ADDRESSING,
                    "switch " + node + " sent alive of no group by port " + egressPort);
        }
    }

    private void checkFeedback(final int egressPort, final DirectBuffer frame) {
        final int group = Addresses.group(authored.srcIp);
        if (authored.kind != FrameKind.ROCE_ACK || group < 0 || group >= behind.length) {
            throw new InvariantViolation(
                    Invariant.ADDRESSING,
                    "switch "
                            + node
                            + " sent what is neither ACK, NAK nor CNP of a group: kind "
                            + authored.kind);
        }
        final boolean ack = Aeth.type(Aeth.syndrome(frame, authored.aethOffset)) == Aeth.TYPE_ACK;
        AckSafety.onFeedback(
                groups.get(group),
                behind[group][egressPort],
                ack ? Psn.next(authored.psn) : authored.psn,
                node);
        watches[group].onSent(
                network.nowNs(),
                authored.psn,
                Aeth.syndrome(frame, authored.aethOffset),
                Aeth.msn(frame, authored.aethOffset));
    }

    private static int vlan(final int tci) {
        return tci < 0 ? -1 : Vlan.id(tci);
    }
}
