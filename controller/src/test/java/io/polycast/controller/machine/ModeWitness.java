package io.polycast.controller.machine;

import io.polycast.controller.agent.ToAgent;
import io.polycast.controller.agent.ToController;
import io.polycast.controller.log.GroupView;
import io.polycast.controller.safeguard.GuardView;
import io.polycast.controller.safeguard.ModeDecision;
import io.polycast.parser.mrp.MrpAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * The applications of all hosts as docs/safeguard.md wants them, and the promise that they rely on: a mode is
 * in force only when each member takes its data, and a number means one mode everywhere.
 */
final class ModeWitness {
    /** One application. Before its first commit it takes data of both modes. */
    private static final class Application {
        private ModeDecision committed;
        private long prepared;
    }

    private final Rig rig;
    private final Map<String, Map<MrpAddress, Application>> groups = new HashMap<>();
    private final Map<String, Map<Long, ModeDecision>> decisions = new HashMap<>();
    private final Map<String, Long> epochs = new HashMap<>();
    private final Map<String, Long> inForce = new HashMap<>();
    private int changes;

    ModeWitness(final Rig rig) {
        this.rig = rig;
    }

    /** An application that joins is another one than before. */
    void said(final MrpAddress host, final ToController message) {
        if (message instanceof ToController.Join join) {
            of(join.group()).put(host, new Application());
        }
    }

    void heard(final MrpAddress host, final ToAgent message) {
        if (message instanceof ToAgent.ModePrepare prepare && !rig.declinesModes) {
            note(prepare.group(), prepare.decision());
            final Application own = application(prepare.group(), host);
            own.prepared = Math.max(own.prepared, prepare.decision().number());
        } else if (message instanceof ToAgent.ModeCommit commit) {
            note(commit.group(), commit.decision());
            final Application own = application(commit.group(), host);
            if (own.committed != null && own.committed.number() > commit.decision().number()) {
                throw new AssertionError(host + " goes back to " + commit.decision());
            }
            own.committed = commit.decision();
        }
    }

    /** Decisions that came into force since the last call. */
    int takeChanges() {
        final int taken = changes;
        changes = 0;
        return taken;
    }

    private Map<MrpAddress, Application> of(final String group) {
        return groups.computeIfAbsent(group, any -> new HashMap<>());
    }

    private Application application(final String group, final MrpAddress host) {
        forgetEnded(group);
        return of(group).computeIfAbsent(host, any -> new Application());
    }

    /** A group of another epoch counts its decisions from 1. */
    private void forgetEnded(final String group) {
        final GuardView guard = rig.controller.guard(group);
        final long epoch = guard == null ? -1 : guard.epoch();
        final Long before = epochs.put(group, epoch);
        if (before != null && before != epoch) {
            of(group).replaceAll((host, old) -> new Application());
            decisions.remove(group);
        }
    }

    private void note(final String group, final ModeDecision decision) {
        forgetEnded(group);
        final ModeDecision known =
                decisions
                        .computeIfAbsent(group, any -> new HashMap<>())
                        .putIfAbsent(decision.number(), decision);
        if (known != null && !known.equals(decision)) {
            throw new AssertionError(known + " and " + decision + " have one number");
        }
    }

    /** Each host takes the data of the mode in force, and of each mode by which another may send. */
    void check() {
        for (final GroupView group : rig.controller.groups()) {
            forgetEnded(group.name());
            final GuardView guard = rig.controller.guard(group.name());
            final Long before = inForce.put(group.name(), group.mode().number());
            changes += before != null && before != group.mode().number() ? 1 : 0;
            long newest = group.mode().number();
            for (final MrpAddress host : guard.hosts()) {
                final Application own = application(group.name(), host);
                newest = Math.max(newest, own.committed == null ? 0 : own.committed.number());
            }
            if (newest != group.mode().number()) {
                throw new AssertionError("a member is ahead of the log: " + group);
            }
            for (final MrpAddress host : guard.hosts()) {
                final Application own = application(group.name(), host);
                final boolean takes =
                        own.committed == null
                                || own.committed.number() >= newest
                                || own.prepared >= newest;
                if (!takes) {
                    throw new AssertionError(host + " does not take " + group.mode());
                }
            }
        }
    }
}
