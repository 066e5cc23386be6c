package io.polycast.core.cepheus.registration;

import io.polycast.parser.contract.Ending;
import io.polycast.parser.mrp.MrpReason;

/** Endings of MRP frames by the reason of their refusal. */
final class RegistrationEndings {
    private static final int[] BY_REASON = new int[MrpReason.values().length];

    static {
        for (final MrpReason reason : MrpReason.values()) {
            BY_REASON[reason.ordinal()] = of(reason).id();
        }
    }

    private RegistrationEndings() {}

    /** Id of the ending; of null that of a frame that was taken. */
    static int id(final MrpReason reason) {
        return reason == null ? Ending.REGISTRATION_TAKEN.id() : BY_REASON[reason.ordinal()];
    }

    private static Ending of(final MrpReason reason) {
        return switch (reason) {
            case TABLE_FULL -> Ending.REGISTRATION_TABLE_FULL;
            case PATHS_FULL -> Ending.REGISTRATION_PATHS_FULL;
            case NO_ROUTE -> Ending.REGISTRATION_NO_ROUTE;
            case QUOTA -> Ending.REGISTRATION_QUOTA;
            case AUTH -> Ending.REGISTRATION_AUTH;
            case STALE -> Ending.REGISTRATION_STALE;
            case STATIC -> Ending.REGISTRATION_STATIC;
            case PREFIX -> Ending.REGISTRATION_PREFIX;
            case SIZE -> Ending.REGISTRATION_SIZE;
            case MALFORMED -> Ending.REGISTRATION_MALFORMED;
            case NODE_TWICE -> Ending.REGISTRATION_NODE_TWICE;
            case LEADER_ABSENT -> Ending.REGISTRATION_LEADER_ABSENT;
            case OWNER -> Ending.REGISTRATION_OWNER;
            case LOOP -> Ending.REGISTRATION_LOOP;
            case RATE -> Ending.REGISTRATION_RATE;
            // Of a frame no switch returns these: a host refuses, or the process does.
            case NODE, NOT_KEPT -> Ending.REGISTRATION_TAKEN;
        };
    }
}
