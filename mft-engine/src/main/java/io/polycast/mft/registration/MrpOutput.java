package io.polycast.mft.registration;

import io.polycast.mft.registration.auth.MrpAuthenticator;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.mrp.Mrp;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpDetail;
import io.polycast.parser.mrp.MrpFrame;
import io.polycast.parser.mrp.MrpNode;
import io.polycast.parser.mrp.MrpOrder;
import io.polycast.parser.mrp.MrpRefusal;
import io.polycast.parser.mrp.MrpType;
import io.polycast.parser.mrp.MrpWriter;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Packets that leave. Source address is the group's; destination is a host's own address, or the
 * group's for a switch.
 */
final class MrpOutput {
    private static final int ROOM = 2048;
    private static final int IN_ONE = 1;

    private final RegistrationSettings settings;
    private final EgressSink sink;
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[ROOM]);
    private final MrpWriter writer4 = new MrpWriter(buffer, MrpFrame.HEADERS_IPV4);
    private final MrpWriter writer6 = new MrpWriter(buffer, MrpFrame.HEADERS_IPV6);
    private MrpAuthenticator authenticator;
    private long wallMs;

    MrpOutput(
            final RegistrationSettings settings,
            final EgressSink sink,
            final MrpAuthenticator authenticator) {
        this.settings = settings;
        this.sink = sink;
        this.authenticator = authenticator;
    }

    void authenticator(final MrpAuthenticator other) {
        authenticator = other;
    }

    /** Wall clock of the packets that follow, in ms since 1970. */
    void wall(final long newWallMs) {
        wallMs = newWallMs;
    }

    /** All packets of a set, the GROUP last: it asks for the answer. */
    void set(final MrpAddress group, final Peer peer, final MemberSet set) {
        final int flags = flags(group);
        final int nodeRoom = Mrp.capacity(MrpType.NODES, flags);
        final List<MrpNode> nodes = set.nodes();
        final int nodeTotal = parts(nodes.size(), nodeRoom);
        for (int seq = 0; seq < nodeTotal; seq++) {
            final List<MrpNode> part = part(nodes, seq, nodeRoom);
            final int length =
                    writer(group)
                            .nodes(
                                    MrpType.NODES,
                                    flags,
                                    set.revision(),
                                    seq << 8 | nodeTotal,
                                    part);
            send(group, peer, length);
        }
        final int detailRoom = Mrp.capacity(MrpType.DETAIL, flags);
        final List<MrpDetail> details = set.detailList();
        final int detailTotal = parts(details.size(), detailRoom);
        for (int seq = 0; seq < detailTotal; seq++) {
            final int length =
                    writer(group)
                            .details(
                                    flags,
                                    set.revision(),
                                    seq << 8 | detailTotal,
                                    part(details, seq, detailRoom));
            send(group, peer, length);
        }
        group(group, peer, set);
    }

    /** The GROUP alone: the other end has the set. */
    void group(final MrpAddress group, final Peer peer, final MemberSet set) {
        send(group, peer, writer(group).group(flags(group), set.revision(), set.group()));
    }

    void order(
            final MrpAddress group,
            final Peer peer,
            final MrpType type,
            final int revision,
            final MrpOrder order) {
        send(group, peer, writer(group).order(type, flags(group), revision, order));
    }

    /** An answer that names the nodes that have not done what a round's stage wants, as many as fit. */
    void missing(final MrpAddress group, final Peer peer, final MrpType type, final Round round) {
        names(group, peer, type, round.revision(), round.missing(), round.hasMore());
    }

    /** An answer or event that names nodes, as many as fit. */
    void names(
            final MrpAddress group,
            final Peer peer,
            final MrpType type,
            final int revision,
            final List<MrpNode> nodes) {
        names(group, peer, type, revision, nodes, false);
    }

    private void names(
            final MrpAddress group,
            final Peer peer,
            final MrpType type,
            final int revision,
            final List<MrpNode> nodes,
            final boolean hasMore) {
        final int room = Mrp.capacity(type, flags(group));
        final int more = hasMore || nodes.size() > room ? Mrp.FLAG_MORE : 0;
        final List<MrpNode> named = nodes.subList(0, Math.min(room, nodes.size()));
        final int flags = flags(group) | more;
        send(group, peer, writer(group).nodes(type, flags, revision, IN_ONE, named));
    }

    /** The CONFIRM of a switch that lacks the set. */
    void incomplete(final MrpAddress group, final Peer peer, final int revision) {
        final int flags = flags(group) | Mrp.FLAG_INCOMPLETE;
        send(group, peer, writer(group).nodes(MrpType.CONFIRM, flags, revision, IN_ONE, List.of()));
    }

    void refusal(
            final MrpAddress group, final Peer peer, final int revision, final MrpRefusal refusal) {
        send(group, peer, writer(group).refusal(flags(group), revision, refusal));
    }

    private void send(final MrpAddress group, final Peer peer, final int length) {
        final int at = group.isIpv4() ? MrpFrame.HEADERS_IPV4 : MrpFrame.HEADERS_IPV6;
        final int signed = authenticator.sign(group, buffer, at, length, wallMs);
        final int frame =
                MrpFrame.write(
                        buffer,
                        new MrpFrame.Macs(peer.mac(), settings.mac()),
                        group,
                        peer.address(),
                        settings.udpPort(),
                        signed);
        sink.offer(peer.port(), buffer, 0, frame);
    }

    private MrpWriter writer(final MrpAddress group) {
        return group.isIpv4() ? writer4 : writer6;
    }

    private int flags(final MrpAddress group) {
        return authenticator.flag() | (group.isIpv4() ? 0 : Mrp.FLAG_IPV6);
    }

    private static int parts(final int count, final int room) {
        return (count + room - 1) / room;
    }

    private static <T> List<T> part(final List<T> all, final int seq, final int room) {
        return all.subList(seq * room, Math.min(all.size(), (seq + 1) * room));
    }
}
