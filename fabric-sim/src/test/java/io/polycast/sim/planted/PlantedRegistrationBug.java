package io.polycast.sim.planted;

import static io.polycast.sim.planted.Edit.insteadOf;
import static io.polycast.sim.planted.Edit.returning;
import static io.polycast.sim.planted.Edit.without;

import java.util.List;
import java.util.Map;

/** Bugs in registration that the swarm of registrations must see. */
enum PlantedRegistrationBug {
    /** A switch confirms before those behind it have. */
    CONFIRMED_TOO_EARLY("Round", "unfinished", insteadOf("compareTo", 0, 0), 1, "did not confirm"),
    /** An older revision takes the place of a newer one. */
    OLDER_REVISION_TAKEN("Requests", "isNewer", returning(1), 3, "old frames bring"),
    /** A refused revision keeps its room. */
    ROOM_KEPT("Changes", "release", without("release", 0), 1, "keeps room"),
    /** Branches that a revision lacks keep the one before. */
    PRUNED_STAY("Changes", "commit", without("prune", 0), 16, "is left over"),
    /** A removal stays at the first switch. */
    REMOVED_HERE_ALONE("Changes", "remove", without("removal", 0), 1, "keeps"),
    /** A group of the configuration is registered over. */
    CONFIGURED_REPLACED("Requests", "take", insteadOf("isStatic", 0, 0), 2, "configured group"),
    /** A group that nobody refreshes stays. */
    AGES_NOT("Changes", "age", without("remove", 0), 11, "entry");

    private static final String ROOM = "io.polycast.mft.registration.";

    private final String className;
    private final Map<String, List<Edit>> edits;
    private final long seed;
    private final String broken;

    PlantedRegistrationBug(
            final String className,
            final String method,
            final Edit edit,
            final long seed,
            final String broken) {
        this.className = ROOM + className;
        edits = Map.of(method, List.of(edit));
        this.seed = seed;
        this.broken = broken;
    }

    String className() {
        return className;
    }

    Map<String, List<Edit>> edits() {
        return edits;
    }

    /** Seed whose run shows the bug: the first that the tests tagged {@code search} found. */
    long seed() {
        return seed;
    }

    /** A part of what the run says. */
    String broken() {
        return broken;
    }
}
