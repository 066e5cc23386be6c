package io.polycast.controller.safeguard;

import io.polycast.parser.mrp.MrpAddress;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Brings a decision to all members of a group, or to none. First each member prepares: it then takes data of
 * both modes. Only when all have prepared the decision is in force, and the source sends by it. A member that
 * cannot prepare in time ends the round, and the mode before stays in force for everyone.
 */
final class ModeRound {
    /** Members that have prepared what is pending. */
    private final Set<MrpAddress> prepared = new LinkedHashSet<>();

    private ModeDecision inForce;
    private ModeDecision pending;
    private long newest;
    private long deadlineMs = Long.MAX_VALUE;

    /**
     * @param first decision, in force from the beginning
     */
    ModeRound(final ModeDecision first) {
        inForce = first;
        newest = first.number();
    }

    /** What all members use. */
    ModeDecision inForce() {
        return inForce;
    }

    /** What the members are asked to prepare, or null. */
    ModeDecision pending() {
        return pending;
    }

    /** When a round that is pending ends, in ms, or {@link Long#MAX_VALUE}. */
    long deadlineMs() {
        return deadlineMs;
    }

    /** Members that have not prepared what is pending. */
    List<MrpAddress> missing(final Collection<MrpAddress> members) {
        return pending == null
                ? List.of()
                : members.stream().filter(each -> !prepared.contains(each)).toList();
    }

    /**
     * Another decision is to hold; it takes the next number. A number that was dropped is not used again.
     *
     * @param untilMs when the round ends, in ms
     * @param mode of the decision
     * @param reason for people
     */
    void propose(final long untilMs, final Mode mode, final String reason) {
        newest++;
        pending = new ModeDecision(newest, mode, reason);
        prepared.clear();
        deadlineMs = untilMs;
    }

    /** Another application stands for a member; it has prepared nothing. */
    void forget(final MrpAddress member) {
        prepared.remove(member);
    }

    /** A member takes data of both modes from now on. */
    void prepared(final MrpAddress member, final long number) {
        if (pending != null && number == pending.number()) {
            prepared.add(member);
        }
    }

    /** Puts what is pending in force once all members have prepared it, and says whether it is. */
    boolean settle(final Collection<MrpAddress> members) {
        final boolean settles = pending != null && prepared.containsAll(members);
        if (settles) {
            inForce = pending;
            end();
        }
        return settles;
    }

    /** Ends the round; the decision before stays in force. */
    void end() {
        pending = null;
        prepared.clear();
        deadlineMs = Long.MAX_VALUE;
    }

    void write(final DataOutput out) throws IOException {
        write(out, inForce);
        out.writeLong(newest);
        out.writeLong(deadlineMs);
        out.writeBoolean(pending != null);
        if (pending != null) {
            write(out, pending);
        }
        out.writeInt(prepared.size());
        for (final MrpAddress each : prepared) {
            out.writeLong(each.high());
            out.writeLong(each.low());
        }
    }

    void read(final DataInput in) throws IOException {
        inForce = readDecision(in);
        newest = in.readLong();
        deadlineMs = in.readLong();
        pending = in.readBoolean() ? readDecision(in) : null;
        prepared.clear();
        for (int left = in.readInt(); left > 0; left--) {
            prepared.add(new MrpAddress(in.readLong(), in.readLong()));
        }
    }

    private static void write(final DataOutput out, final ModeDecision decision)
            throws IOException {
        out.writeLong(decision.number());
        out.writeByte(decision.mode().ordinal());
        out.writeUTF(decision.reason());
    }

    private static ModeDecision readDecision(final DataInput in) throws IOException {
        return new ModeDecision(in.readLong(), Mode.values()[in.readByte()], in.readUTF());
    }
}
