package io.polycast.mft.registration;

import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpOrder;
import io.polycast.parser.mrp.MrpType;
import java.util.ArrayList;
import java.util.List;

/**
 * Questions to branches and events to the leader, repeated with back-off until they are answered.
 * The side that asks repeats; answers are never repeated.
 */
final class Asking {
    private final MrpOutput output;
    private final RegistrationSettings.Times times;

    Asking(final MrpOutput output, final RegistrationSettings.Times times) {
        this.output = output;
        this.times = times;
    }

    /** Sends what is due of a group. */
    void ask(final Registered group, final long nowNs) {
        if (group.pending() != null) {
            askRound(group.address(), group.pending(), nowNs);
        }
        if (group.current() != null) {
            askRound(group.address(), group.current(), nowNs);
        }
        if (group.removed() != null) {
            askRound(group.address(), group.removed(), nowNs);
        }
        if (group.isTellingDue(nowNs, times.tries())) {
            final Round current = group.current();
            output.names(
                    group.address(),
                    current.upstream(),
                    MrpType.EVENT,
                    current.revision(),
                    new ArrayList<>(group.events().values()));
            group.told(nowNs, times);
        }
    }

    private void askRound(final MrpAddress group, final Round round, final long nowNs) {
        if (round.stage() == Round.Stage.COLLECTING) {
            return;
        }
        final Branch.Progress goal = round.goal();
        for (final Branch branch : round.branches()) {
            if (branch.progress().compareTo(goal) < 0 && branch.isDue(nowNs, times.tries())) {
                branch.asked(nowNs, times);
                askBranch(group, round, branch);
            } else if (branch.takeRefresh()) {
                output.group(group, branch.peer(), round.set().part(branch.nodes()));
            }
        }
        for (final Branch branch : round.pruned()) {
            if (branch.progress() != Branch.Progress.REMOVED
                    && branch.isDue(nowNs, times.tries())) {
                branch.asked(nowNs, times);
                remove(group, round, branch, branch.removeRevision(), MrpOrder.ALL);
            }
        }
    }

    private void askBranch(final MrpAddress group, final Round round, final Branch branch) {
        switch (round.stage()) {
            case REMOVING -> remove(group, round, branch, round.revision(), MrpOrder.ALL);
            case REFUSED -> remove(group, round, branch, round.revision(), MrpOrder.PENDING);
            default -> {
                if (branch.progress() == Branch.Progress.UNKNOWN) {
                    output.set(group, branch.peer(), round.set().part(branch.nodes()));
                } else if (round.stage() == Round.Stage.COMMITTED) {
                    output.order(
                            group,
                            branch.peer(),
                            MrpType.COMMIT,
                            round.revision(),
                            new MrpOrder(round.set().group().owner(), MrpOrder.ALL));
                } else {
                    output.group(group, branch.peer(), round.set().part(branch.nodes()));
                }
            }
        }
    }

    private void remove(
            final MrpAddress group,
            final Round round,
            final Branch branch,
            final int revision,
            final int scope) {
        output.order(
                group,
                branch.peer(),
                MrpType.REMOVE,
                revision,
                new MrpOrder(round.set().group().owner(), scope));
    }

    /** The leader repeats: branches that were given up are asked again. */
    static void retry(final Round round, final int mostTries) {
        retry(round.branches(), mostTries);
        retry(round.pruned(), mostTries);
    }

    private static void retry(final List<Branch> branches, final int mostTries) {
        for (final Branch branch : branches) {
            if (branch.isTired(mostTries)) {
                branch.askAgain();
            }
        }
    }

    /** Whether an answer is still waited for, and questions are left. */
    boolean isWaiting(final Registered group) {
        return group.pending() != null
                || group.removed() != null
                || !group.events().isEmpty()
                || group.current() != null && !group.current().isDone();
    }
}
