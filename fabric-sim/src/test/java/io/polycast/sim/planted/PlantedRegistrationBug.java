package io.polycast.sim.planted;

import static io.polycast.sim.planted.Edit.insteadOf;
import static io.polycast.sim.planted.Edit.returning;
import static io.polycast.sim.planted.Edit.without;

import io.polycast.sim.check.Invariant;
import java.util.List;
import java.util.Map;

/** Bugs in registration that the swarm of registrations must see. */
enum PlantedRegistrationBug {
    /** A switch confirms before those behind it have. */
    CONFIRMED_TOO_EARLY(
            "Round", "isUnfinished", insteadOf("compareTo", 0, 0), 1, Invariant.GROUP_REFUSED),
    /** An older revision takes the place of a newer one. */
    OLDER_REVISION_TAKEN("Requests", "isNewer", returning(1), 43, Invariant.GROUP_MEMBERS),
    /** A refused revision keeps its room. */
    ROOM_KEPT("Changes", "release", without("release", 0), 9, Invariant.GROUP_EMPTY),
    /** Branches that a revision lacks keep the one before. */
    PRUNED_STAY("Changes", "commit", without("prune", 0), 24, Invariant.GROUP_DONE),
    /** A branch is done whomever it names as missing. */
    DONE_TOO_EARLY("Answers", "committed", insteadOf("isEmpty", 0, 1), 24, Invariant.GROUP_DONE),
    /** A removal stays at the first switch. */
    REMOVED_HERE_ALONE("Changes", "remove", without("removal", 0), 11, Invariant.GROUP_DONE),
    /** A group of the configuration is registered over. */
    CONFIGURED_REPLACED(
            "Requests", "take", insteadOf("isStatic", 0, 0), 14, Invariant.GROUP_STATIC),
    /** A group that nobody refreshes stays. */
    AGES_NOT("Changes", "age", without("remove", 0), 2, Invariant.GROUP_EMPTY);

    private final Plant plant;

    PlantedRegistrationBug(
            final String className,
            final String method,
            final Edit edit,
            final long seed,
            final Invariant invariant) {
        plant =
                new Plant(
                        RegistrationProbe.class,
                        "io.polycast.mft.registration." + className,
                        Map.of(method, List.of(edit)),
                        seed,
                        invariant);
    }

    Plant plant() {
        return plant;
    }
}
