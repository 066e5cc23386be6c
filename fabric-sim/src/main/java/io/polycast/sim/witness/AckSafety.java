package io.polycast.sim.witness;

import io.polycast.parser.psn.Psn;
import io.polycast.sim.check.Invariant;
import io.polycast.sim.check.InvariantViolation;
import io.polycast.sim.group.GroupState;
import io.polycast.sim.group.MemberState;
import java.util.List;

/**
 * Witness: no ACK or NAK acknowledges more than every live member has received. ACKs are checked where they
 * leave a switch and where they arrive.
 */
public final class AckSafety {
    private AckSafety() {}

    // A member that refused for good is left to the invariant of delivery: after anew its NAK
    // stands at the
    // lowest PSN seen since, which may lie behind what it lacked (rule 6).

    /**
     * Feedback leaves a switch. Between two jobs nobody hears it.
     *
     * @param group it is for
     * @param towards members behind the port that it leaves by, a bit each
     * @param expected first PSN that it does not acknowledge
     * @param where the switch, for the message
     */
    public static void onFeedback(
            final GroupState group, final long towards, final int expected, final int where) {
        if (group.isBetween()) {
            return;
        }
        final MemberState source = group.source();
        final long excluded = source == null ? towards : towards | 1L << source.index();
        final List<MemberState> members = group.members();
        for (long rest = group.liveMask() & ~excluded; rest != 0; rest &= rest - 1) {
            final MemberState member = members.get(Long.numberOfTrailingZeros(rest));
            if (!member.hasRefused() && Psn.distance(expected, member.qp().rqPsn()) < 0) {
                throw new InvariantViolation(
                        Invariant.ACK_SAFETY,
                        "switch "
                                + where
                                + " acknowledges up to "
                                + Psn.previous(expected)
                                + ", but "
                                + member.who()
                                + " expects "
                                + member.qp().rqPsn());
            }
        }
    }

    /**
     * The source has taken feedback.
     *
     * @param group whose source it is
     * @param unacked first PSN that it takes for unacknowledged
     */
    public static void onSource(final GroupState group, final int unacked) {
        final List<MemberState> members = group.members();
        final long source = 1L << group.source().index();
        for (long rest = group.liveMask() & ~source; rest != 0; rest &= rest - 1) {
            final MemberState member = members.get(Long.numberOfTrailingZeros(rest));
            if (!member.hasRefused() && Psn.distance(unacked, member.qp().rqPsn()) < 0) {
                throw new InvariantViolation(
                        Invariant.ACK_SAFETY,
                        "the source believes everything before "
                                + unacked
                                + " acknowledged, but "
                                + member.who()
                                + " expects "
                                + member.qp().rqPsn());
            }
        }
    }
}
