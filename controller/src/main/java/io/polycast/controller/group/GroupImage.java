package io.polycast.controller.group;

import io.polycast.controller.agent.MemberMemory;
import io.polycast.controller.log.GroupOptions;
import io.polycast.controller.safeguard.Multicast;
import io.polycast.controller.safeguard.SafeguardSettings;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpGroup;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Collection;

/** Bytes of a group in a snapshot, big-endian. */
public final class GroupImage {
    private static final int GROUP_WORDS = 8;
    private static final int ROUND_WORDS = 4;
    private static final int NO_CHOICE = -1;

    private GroupImage() {}

    /** Writes a group. */
    public static void write(final DataOutput out, final Group group) throws IOException {
        out.writeUTF(group.name());
        out.writeInt(group.id());
        for (final long word : group.words()) {
            out.writeLong(word);
        }
        writeOptions(out, group.options());
        write(out, group.leader());
        group.guard().write(out);
        out.writeBoolean(group.refusal() != null);
        if (group.refusal() != null) {
            out.writeUTF(group.refusal().reason());
            out.writeUTF(group.refusal().text());
        }
        writeAskers(out, group.modeAskers());
        write(out, group.posting().source());
        out.writeInt(group.posting().granted());
        out.writeInt(group.posting().next());
        writeAll(out, group.awaited().hosts());
        out.writeInt(group.awaited().members());
        out.writeLong(group.awaited().deadline());
        write(out, group.awaited().asker());
        writeAll(out, group.missing());
        writeMembers(out, group.members().values());
        writeWants(out, group.wants());
        writeAskers(out, group.removers());
        out.writeInt(group.admissions().size());
        for (final Admission each : group.admissions()) {
            write(out, each.ip());
            write(out, each.asker());
            out.writeLong(each.deadline());
        }
        out.writeBoolean(group.round() != null);
        if (group.round() != null) {
            writeRound(out, group.round());
        }
    }

    /**
     * Reads a group that {@link #write} wrote.
     *
     * @param in big-endian
     * @param safeguard of groups for which nobody chose
     * @return the group
     * @throws IOException of the input
     */
    public static Group read(final DataInput in, final SafeguardSettings safeguard)
            throws IOException {
        final Group group = new Group(in.readUTF(), in.readInt(), safeguard);
        final long[] words = new long[GROUP_WORDS];
        for (int i = 0; i < words.length; i++) {
            words[i] = in.readLong();
        }
        group.words(words);
        group.options(readOptions(in));
        group.leader(readAddress(in));
        group.guard(safeguard.with(group.options().multicast(), group.options().fallbackBelow()));
        group.guard().read(in);
        group.refusal(in.readBoolean() ? new Refusal(in.readUTF(), in.readUTF()) : null);
        readAskers(in, group.modeAskers());
        group.posting().restore(readAddress(in), in.readInt(), in.readInt());
        readAll(in, group.awaited().hosts());
        group.awaited().members(in.readInt());
        group.awaited().extend(in.readLong());
        group.awaited().asker(readAsker(in));
        readAll(in, group.missing());
        for (int left = in.readInt(); left > 0; left--) {
            final Member member = readMember(in);
            group.members().put(member.ip(), member);
        }
        for (int left = in.readInt(); left > 0; left--) {
            group.wants().add(readWant(in));
        }
        readAskers(in, group.removers());
        for (int left = in.readInt(); left > 0; left--) {
            group.admissions().add(new Admission(readAddress(in), readAsker(in), in.readLong()));
        }
        if (in.readBoolean()) {
            group.round(readRound(in));
        }
        return group;
    }

    private static void writeRound(final DataOutput out, final Round round) throws IOException {
        out.writeLong(round.number());
        out.writeByte(round.phase().ordinal());
        out.writeLong(round.deadline());
        out.writeLong(round.askAt());
        for (final int word : round.words()) {
            out.writeInt(word);
        }
        write(out, round.leader());
        write(out, round.prepared());
        out.writeUTF(round.failure());
        writeAll(out, round.waiting());
        writeAll(out, round.missing());
        writeMembers(out, round.targets().values());
        writeWants(out, round.wants());
    }

    private static Round readRound(final DataInput in) throws IOException {
        final Round round = new Round(in.readLong(), Phase.values()[in.readByte()], in.readLong());
        final long askAt = in.readLong();
        final int[] words = new int[ROUND_WORDS];
        for (int i = 0; i < words.length; i++) {
            words[i] = in.readInt();
        }
        round.words(words);
        round.askAt(askAt);
        round.leader(readAddress(in));
        round.prepared(readAddress(in));
        round.failure(in.readUTF());
        readAll(in, round.waiting());
        readAll(in, round.missing());
        for (int left = in.readInt(); left > 0; left--) {
            final Member member = readMember(in);
            round.targets().put(member.ip(), member);
        }
        for (int left = in.readInt(); left > 0; left--) {
            round.wants().add(readWant(in));
        }
        return round;
    }

    /** Writes what an operator chose. */
    public static void writeOptions(final DataOutput out, final GroupOptions options)
            throws IOException {
        final MrpGroup.Policies policies = options.policies();
        out.writeLong(options.memoryBase());
        out.writeByte(policies.fatalNak());
        out.writeByte(policies.silent());
        out.writeLong(policies.silentAfterMs());
        out.writeBoolean(policies.ucAllowed());
        out.writeByte(options.multicast() == null ? NO_CHOICE : options.multicast().ordinal());
        out.writeByte(options.fallbackBelow());
    }

    /** Reads what {@link #writeOptions} wrote. */
    public static GroupOptions readOptions(final DataInput in) throws IOException {
        final long memoryBase = in.readLong();
        final MrpGroup.Policies policies =
                new MrpGroup.Policies(
                        in.readByte(), in.readByte(), in.readLong(), in.readBoolean());
        final int multicast = in.readByte();
        return new GroupOptions(
                memoryBase,
                policies,
                multicast == NO_CHOICE ? null : Multicast.values()[multicast],
                in.readByte());
    }

    private static void writeAskers(final DataOutput out, final Collection<Asker> askers)
            throws IOException {
        out.writeInt(askers.size());
        for (final Asker asker : askers) {
            write(out, asker);
        }
    }

    private static void readAskers(final DataInput in, final Collection<Asker> askers)
            throws IOException {
        for (int left = in.readInt(); left > 0; left--) {
            askers.add(readAsker(in));
        }
    }

    private static void writeMembers(final DataOutput out, final Collection<Member> members)
            throws IOException {
        out.writeInt(members.size());
        for (final Member member : members) {
            writeMember(out, member);
        }
    }

    private static void writeMember(final DataOutput out, final Member member) throws IOException {
        write(out, member.ip());
        out.writeInt(member.qpn());
        out.writeInt(member.firstPsn());
        out.writeInt(member.since());
        out.writeByte(member.service().ordinal());
        out.writeBoolean(member.memory() != null);
        if (member.memory() != null) {
            out.writeLong(member.memory().va());
            out.writeLong(member.memory().length());
            out.writeInt(member.memory().rkey());
        }
    }

    private static Member readMember(final DataInput in) throws IOException {
        final MrpAddress ip = readAddress(in);
        final int qpn = in.readInt();
        final int psn = in.readInt();
        final int since = in.readInt();
        final Member.Service service = Member.Service.values()[in.readByte()];
        final MemberMemory memory =
                in.readBoolean()
                        ? new MemberMemory(in.readLong(), in.readLong(), in.readInt())
                        : null;
        return new Member(ip, qpn, psn, memory, since, service);
    }

    private static void writeWants(final DataOutput out, final Collection<Want> wants)
            throws IOException {
        out.writeInt(wants.size());
        for (final Want want : wants) {
            out.writeByte(want.kind().ordinal());
            write(out, want.ip());
            write(out, want.asker());
            out.writeBoolean(want.member() != null);
            if (want.member() != null) {
                writeMember(out, want.member());
            }
        }
    }

    private static Want readWant(final DataInput in) throws IOException {
        final Want.Kind kind = Want.Kind.values()[in.readByte()];
        final MrpAddress ip = readAddress(in);
        final Asker asker = readAsker(in);
        return new Want(kind, ip, in.readBoolean() ? readMember(in) : null, asker);
    }

    private static void write(final DataOutput out, final Asker asker) throws IOException {
        out.writeLong(asker.session());
        out.writeLong(asker.request());
        out.writeLong(asker.since());
    }

    private static Asker readAsker(final DataInput in) throws IOException {
        return new Asker(in.readLong(), in.readLong(), in.readLong());
    }

    private static void writeAll(final DataOutput out, final Collection<MrpAddress> all)
            throws IOException {
        out.writeInt(all.size());
        for (final MrpAddress each : all) {
            write(out, each);
        }
    }

    private static void readAll(final DataInput in, final Collection<MrpAddress> all)
            throws IOException {
        for (int left = in.readInt(); left > 0; left--) {
            all.add(readAddress(in));
        }
    }

    /** Writes an address, 16 bytes. */
    public static void write(final DataOutput out, final MrpAddress address) throws IOException {
        out.writeLong(address.high());
        out.writeLong(address.low());
    }

    /** Reads an address that {@link #write} wrote. */
    public static MrpAddress readAddress(final DataInput in) throws IOException {
        return new MrpAddress(in.readLong(), in.readLong());
    }
}
