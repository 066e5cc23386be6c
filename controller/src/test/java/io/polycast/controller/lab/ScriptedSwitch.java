package io.polycast.controller.lab;

import io.polycast.parser.mrp.Mrp;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpDetail;
import io.polycast.parser.mrp.MrpGroup;
import io.polycast.parser.mrp.MrpNode;
import io.polycast.parser.mrp.MrpPacket;
import io.polycast.parser.mrp.MrpReason;
import io.polycast.parser.mrp.MrpRefusal;
import io.polycast.parser.mrp.MrpType;
import io.polycast.parser.mrp.MrpWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.agrona.concurrent.UnsafeBuffer;

/** One switch as its leaders see it: collects sets, confirms, commits, removes (docs/mrp.md). */
public final class ScriptedSwitch {
    private static final class Table {
        int newest = -1;
        boolean removed;
        boolean complete;
        MrpGroup group;
        final Map<Integer, List<MrpNode>> nodes = new TreeMap<>();
        final Map<Integer, List<MrpDetail>> details = new TreeMap<>();
        int nodeParts;
        int detailParts;
        int inForce = -1;
        Map<MrpAddress, Integer> members = Map.of();
        Map<MrpAddress, Integer> firstPsns = Map.of();

        void begin(final int revision) {
            newest = revision;
            removed = false;
            complete = false;
            group = null;
            nodes.clear();
            details.clear();
            nodeParts = 0;
            detailParts = 0;
        }
    }

    private final Map<MrpAddress, Table> tables = new HashMap<>();
    private final MrpPacket packet = new MrpPacket();
    private final byte[] bytes = new byte[Mrp.MTU];
    private final MrpWriter writer = new MrpWriter(new UnsafeBuffer(bytes), 0);
    private final Set<MrpAddress> silent = new HashSet<>();
    private final Set<MrpAddress> uncommitted = new HashSet<>();
    private MrpReason refusal;
    private boolean mute;
    private boolean muteCommits;

    /** Hosts that do not confirm. */
    public synchronized Set<MrpAddress> silent() {
        return silent;
    }

    /** Hosts behind a switch that commits and removes nothing. */
    public synchronized Set<MrpAddress> uncommitted() {
        return uncommitted;
    }

    /** Refuses each set from now on, or none when null. */
    public synchronized void refuse(final MrpReason reason) {
        refusal = reason;
    }

    /** Answers nothing. */
    public synchronized void mute(final boolean on) {
        mute = on;
    }

    /** Answers no commit, as a switch that dies before the first. */
    public synchronized void muteCommits(final boolean on) {
        muteCommits = on;
    }

    /** Loses all tables. */
    public synchronized void restart() {
        tables.clear();
    }

    /** QPNs of a group in force, by address of the host; empty without a group. */
    public synchronized Map<MrpAddress, Integer> members(final MrpAddress group) {
        final Table table = tables.get(group);
        return table == null ? Map.of() : table.members;
    }

    /** First PSNs of the set in force, by address of the host. */
    public synchronized Map<MrpAddress, Integer> firstPsns(final MrpAddress group) {
        final Table table = tables.get(group);
        return table == null ? Map.of() : table.firstPsns;
    }

    /** Groups in force. */
    public synchronized long groups() {
        return tables.values().stream().filter(each -> !each.members.isEmpty()).count();
    }

    /** Takes a packet of a leader, and gives the packets that go back. */
    public synchronized List<byte[]> on(final MrpAddress group, final byte[] question) {
        if (mute || !packet.wrap(new UnsafeBuffer(question), 0, question.length)) {
            return List.of();
        }
        if (muteCommits && packet.type() == MrpType.COMMIT) {
            return List.of();
        }
        final Table table = tables.computeIfAbsent(group, any -> new Table());
        final int revision = packet.revision();
        if (packet.type() != MrpType.HEARD
                && table.newest >= 0
                && Mrp.isNewer(table.newest, revision)) {
            return List.of(refused(MrpReason.STALE));
        }
        switch (packet.type()) {
            case NODES, DETAIL, GROUP:
                return onSet(table, revision);
            case COMMIT:
                return List.of(onCommit(table, revision));
            case REMOVE:
                return List.of(onRemove(table, revision));
            default:
                return List.of();
        }
    }

    private List<byte[]> onSet(final Table table, final int revision) {
        if (revision != table.newest || table.removed) {
            table.begin(revision);
        }
        if (packet.type() == MrpType.NODES) {
            final List<MrpNode> part = new ArrayList<>();
            for (int i = 0; i < packet.records(); i++) {
                part.add(packet.node(i));
            }
            table.nodes.put(packet.seq(), part);
            table.nodeParts = packet.total();
            return List.of();
        }
        if (packet.type() == MrpType.DETAIL) {
            final List<MrpDetail> part = new ArrayList<>();
            for (int i = 0; i < packet.records(); i++) {
                part.add(packet.detail(i));
            }
            table.details.put(packet.seq(), part);
            table.detailParts = packet.total();
            return List.of();
        }
        table.group = packet.group();
        if (refusal != null) {
            return List.of(refused(refusal));
        }
        final MrpGroup.Counts counts = table.group.counts();
        table.complete =
                counts.nodes() == size(table.nodes) && counts.details() == size(table.details);
        if (!table.complete) {
            return List.of(nodes(MrpType.CONFIRM, Mrp.FLAG_INCOMPLETE, List.of()));
        }
        final List<MrpNode> missing = new ArrayList<>();
        for (final List<MrpNode> part : table.nodes.values()) {
            for (final MrpNode node : part) {
                if (silent.contains(node.address())) {
                    missing.add(new MrpNode(node.address(), 0, 0));
                }
            }
        }
        return List.of(nodes(MrpType.CONFIRM, 0, missing));
    }

    private static int size(final Map<Integer, ? extends List<?>> parts) {
        return parts.values().stream().mapToInt(List::size).sum();
    }

    private byte[] onCommit(final Table table, final int revision) {
        if (revision != table.newest || !table.complete || table.removed) {
            return nodes(MrpType.CONFIRM, Mrp.FLAG_INCOMPLETE, List.of());
        }
        if (table.inForce != revision) {
            table.inForce = revision;
            final Map<MrpAddress, Integer> members = new HashMap<>();
            table.nodes
                    .values()
                    .forEach(part -> part.forEach(node -> members.put(node.address(), node.qpn())));
            table.members = members;
            final Map<MrpAddress, Integer> psns = new HashMap<>();
            table.details
                    .values()
                    .forEach(
                            part ->
                                    part.forEach(
                                            each -> psns.put(each.address(), each.firstPsn())));
            table.firstPsns = psns;
        }
        return nodes(MrpType.COMMITTED, 0, unfinished());
    }

    private List<MrpNode> unfinished() {
        return uncommitted.stream().map(host -> new MrpNode(host, 0, 0)).toList();
    }

    private byte[] onRemove(final Table table, final int revision) {
        final boolean pending = packet.order().scope() == 1;
        if (!pending) {
            table.begin(revision);
            table.removed = true;
            table.inForce = -1;
            table.members = Map.of();
            return nodes(MrpType.REMOVED, 0, unfinished());
        } else if (revision == table.newest && table.inForce != revision) {
            table.removed = true;
        }
        return nodes(MrpType.REMOVED, 0, List.of());
    }

    /** An EVENT of the revision in force about members. */
    public synchronized byte[] event(
            final MrpAddress group, final MrpAddress member, final int flags) {
        final int revision = tables.get(group).inForce;
        return cut(
                writer.nodes(
                        MrpType.EVENT, 0, revision, 1, List.of(new MrpNode(member, 0, flags))));
    }

    private byte[] nodes(final MrpType type, final int flags, final List<MrpNode> nodes) {
        return cut(writer.nodes(type, flags, packet.revision(), 1, nodes));
    }

    private byte[] refused(final MrpReason reason) {
        return cut(
                writer.refusal(
                        0,
                        packet.revision(),
                        new MrpRefusal(reason, 0x02_00_00_00_00_FEL, MrpAddress.NONE)));
    }

    private byte[] cut(final int length) {
        return Arrays.copyOf(bytes, length);
    }
}
