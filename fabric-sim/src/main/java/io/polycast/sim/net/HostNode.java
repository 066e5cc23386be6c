package io.polycast.sim.net;

import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.wire.Aeth;
import io.polycast.sim.check.Invariant;
import io.polycast.sim.check.InvariantViolation;
import io.polycast.sim.group.AckSafety;
import io.polycast.sim.group.GroupState;
import io.polycast.sim.group.MemberState;
import io.polycast.sim.scenario.FaultKind;
import java.util.ArrayList;
import java.util.List;

/** A host: its queue pairs (one a group) behind one NIC, which may stand still, be slow, or die. */
final class HostNode {
    /** Frames that wait in front of a host that is slow or stands still. */
    private static final int QUEUE = 64;

    /** The NIC asks for the next frame when its link's backlog is below this. */
    private static final long UPLINK_BACKLOG_NS = 2_000;

    private final Fabric fabric;
    private final int node;
    private final int host;
    private final FabricLink uplink;
    private final List<MemberState> members = new ArrayList<>();
    private final FrameInfo info = new FrameInfo();
    private final int[] queue = new int[QUEUE];
    private int head;
    private int tail;
    private int pauses;
    private int slowness;
    private long serviceNs;
    private boolean serving;
    private boolean dead;
    private int turn;
    private long wakeNs = Long.MAX_VALUE;

    HostNode(final Fabric fabric, final int node, final int host, final FabricLink uplink) {
        this.fabric = fabric;
        this.node = node;
        this.host = host;
        this.uplink = uplink;
    }

    void add(final MemberState member) {
        members.add(member);
    }

    List<MemberState> members() {
        return members;
    }

    void crash() {
        dead = true;
        members.forEach(MemberState::crash);
        while (head != tail) {
            fabric.release(queue[head++ % QUEUE]);
        }
    }

    /** It is back; what groups have no new queue pair there is gone for good. */
    void revive() {
        dead = false;
        for (final MemberState member : members) {
            if (!member.isLive()) {
                member.close();
            }
        }
    }

    boolean isDead() {
        return dead;
    }

    void pause(final boolean on) {
        pauses += on ? 1 : -1;
        if (!on && !dead) {
            serve(fabric.nowNs());
            pump(fabric.nowNs());
        }
    }

    void slow(final boolean on, final long nsPerFrame) {
        slowness += on ? 1 : -1;
        serviceNs = slowness == 0 ? 0 : Math.max(nsPerFrame, serviceNs);
    }

    void storm(final boolean on) {
        if (!dead) {
            members.forEach(member -> member.storm(on));
            pump(fabric.nowNs());
        }
    }

    /** Puts a frame on the link that no queue pair made. */
    void inject(final byte[] bytes, final boolean tainted) {
        final int chunk = fabric.spare();
        fabric.frames().putBytes(fabric.offset(chunk), bytes);
        fabric.takeSpare(bytes.length, tainted);
        uplink.send(fabric.nowNs(), chunk, false);
    }

    void onFrame(final long nowNs, final int chunk) {
        if (dead) {
            fabric.release(chunk);
        } else if (pauses == 0 && serviceNs == 0 && head == tail) {
            deliver(nowNs, chunk);
            pump(nowNs);
        } else if (tail - head == QUEUE) {
            fabric.tally().count(FaultKind.QUEUE_FULL);
            fabric.release(chunk);
        } else {
            queue[tail++ % QUEUE] = chunk;
            serveLater(nowNs);
        }
    }

    private void serveLater(final long nowNs) {
        if (!serving && pauses == 0) {
            serving = true;
            fabric.serveHost(nowNs + serviceNs, node);
        }
    }

    /** Takes the next frame that waits. */
    void serve(final long nowNs) {
        serving = false;
        if (dead || pauses > 0 || head == tail) {
            return;
        }
        deliver(nowNs, queue[head++ % QUEUE]);
        pump(nowNs);
        if (head != tail) {
            serveLater(nowNs);
        }
    }

    private void deliver(final long nowNs, final int chunk) {
        final int offset = fabric.offset(chunk);
        final boolean intact = !fabric.isTainted(chunk);
        Classifier.classify(fabric.frames(), offset, fabric.length(chunk), info);
        final MemberState member = memberOf();
        if (member == null) {
            if (intact && !isOfAJobThatIsOver()) {
                throw new InvariantViolation(
                        Invariant.ADDRESSING,
                        "host "
                                + host
                                + " got a frame that is for none of its members: "
                                + fabric.describe(chunk));
            }
        } else if (!member.isClosed()) {
            take(nowNs, member, chunk, intact);
        }
        fabric.release(chunk);
    }

    /** Whoever repeats what is over hears of data that it never sent. */
    private static boolean isOfAStray(final MemberState member) {
        return member != member.group().source()
                && (member.group().strays() & 1L << member.index()) != 0;
    }

    /** What a timer of a switch sends between two jobs may go to a queue pair that is gone. */
    private boolean isOfAJobThatIsOver() {
        final int group = Addresses.group(info.srcIp);
        return group >= 0
                && group < fabric.groups().size()
                && fabric.groups().get(group).isBetween();
    }

    private MemberState memberOf() {
        if (info.kind != FrameKind.ROCE_DATA
                && info.kind != FrameKind.ROCE_ACK
                && info.kind != FrameKind.ROCE_CNP) {
            return null;
        }
        for (int i = 0; i < members.size(); i++) {
            if (members.get(i).qp().settings().address().localQpn() == info.destQpn) {
                return members.get(i);
            }
        }
        return null;
    }

    private void take(
            final long nowNs, final MemberState member, final int chunk, final boolean intact) {
        final long refusals = member.refusals();
        member.qp().onFrame(nowNs, fabric.frames(), info);
        if (intact && member.refusals() != refusals && !isOfAStray(member)) {
            throw new InvariantViolation(
                    Invariant.ADDRESSING,
                    member.who() + " refused an intact frame: " + fabric.describe(chunk));
        }
        final GroupState group = member.group();
        if (group.source() == member && info.kind == FrameKind.ROCE_ACK && !member.qp().failed()) {
            AckSafety.onSource(group, member.qp().unackedPsn());
        }
        member.collect();
        if (group.source() == member && member.hasFailed()) {
            fabric.onFailed(group);
        } else if (group.source() == member && member.hasSentAll()) {
            fabric.onPhaseDone(group);
        }
    }

    /** Lets the queue pairs send what they may. */
    void pump(final long nowNs) {
        if (dead || pauses > 0) {
            return;
        }
        int idle = 0;
        while (idle < members.size()) {
            final long backlogNs = uplink.backlogNs(nowNs);
            if (backlogNs > UPLINK_BACKLOG_NS) {
                wakeAt(nowNs + backlogNs - UPLINK_BACKLOG_NS / 2);
                return;
            }
            turn = turn + 1 < members.size() ? turn + 1 : 0;
            final MemberState member = members.get(turn);
            final int chunk = fabric.spare();
            final int length =
                    member.isClosed()
                            ? 0
                            : member.qp().poll(nowNs, fabric.frames(), fabric.offset(chunk));
            if (length == 0) {
                idle++;
            } else {
                idle = 0;
                fabric.takeSpare(length, false);
                if (member.hasRefused() && isFatal(chunk)) {
                    fabric.tally().count(FaultKind.REFUSAL);
                    fabric.makePrecious(chunk);
                }
                if (!fabric.onSent(member, chunk)) {
                    uplink.send(nowNs, chunk, false);
                }
            }
        }
        long nextNs = Long.MAX_VALUE;
        for (int i = 0; i < members.size(); i++) {
            if (!members.get(i).isClosed()) {
                nextNs = Math.min(nextNs, members.get(i).qp().nextDeadlineNs());
            }
        }
        if (nextNs != Long.MAX_VALUE) {
            wakeAt(Math.max(nowNs, nextNs));
        }
    }

    private boolean isFatal(final int chunk) {
        Classifier.classify(fabric.frames(), fabric.offset(chunk), fabric.length(chunk), info);
        return info.kind == FrameKind.ROCE_ACK
                && Aeth.isFatal(Aeth.syndrome(fabric.frames(), info.aethOffset));
    }

    private void wakeAt(final long atNs) {
        if (atNs < wakeNs) {
            wakeNs = atNs;
            fabric.wakeHost(atNs, node);
        }
    }

    void onWake(final long nowNs) {
        if (nowNs == wakeNs) {
            wakeNs = Long.MAX_VALUE;
            pump(nowNs);
            collectFailures();
        }
    }

    /** A timer may have ended a queue pair. */
    private void collectFailures() {
        for (int i = 0; i < members.size() && !dead; i++) {
            if (!members.get(i).isClosed()) {
                members.get(i).collect();
            }
        }
    }
}
