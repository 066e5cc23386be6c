package io.polycast.controller.group;

import io.polycast.controller.agent.MemberMemory;
import io.polycast.parser.mrp.MrpAddress;

/**
 * A member of a group.
 *
 * @param ip of the host
 * @param qpn of its queue pair, 24 bits
 * @param firstPsn that it expects, 24 bits, or -1 for the group's initial PSN
 * @param memory for WRITE, or null
 * @param since revision that brought it, 16 bits; the first PSN counts in that revision only
 * @param service how switches serve it
 */
public record Member(
        MrpAddress ip, int qpn, int firstPsn, MemberMemory memory, int since, Service service) {
    /** How switches serve a member. */
    public enum Service {
        /** Gets copies. */
        SERVED,
        /** Gets no copies until it joins again. */
        EVICTED,
        /** Is to be served by unicast. */
        DEMOTED
    }

    /** The same member as another revision brings it. */
    public Member brought(final int psn, final int revision) {
        return new Member(ip, qpn, psn, memory, revision, service);
    }

    /** The same member, served in another way. */
    public Member served(final Service how) {
        return new Member(ip, qpn, firstPsn, memory, since, how);
    }

    /** Whether switches have taken it out of service. */
    public boolean isEvicted() {
        return service == Service.EVICTED;
    }

    /** Whether the queue pair is the same. */
    public boolean isSameQueuePair(final Member other) {
        return ip.equals(other.ip) && qpn == other.qpn && service == Service.SERVED;
    }
}
