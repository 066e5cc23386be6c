package io.polycast.node.agent;

import io.polycast.controller.agent.ToAgent;
import io.polycast.controller.agent.ToController;
import io.polycast.mft.registration.auth.MrpAuthenticator;
import io.polycast.mft.registration.auth.MrpKey;
import io.polycast.parser.mrp.Mrp;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpPacket;
import io.polycast.parser.mrp.MrpReason;
import io.polycast.parser.mrp.MrpRefusal;
import io.polycast.parser.mrp.MrpTrailer;
import io.polycast.parser.mrp.MrpType;
import io.polycast.parser.mrp.MrpWriter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * MRP of a host (docs/agent-link.md, MRP at a host): signs the leader's packets, takes answers and events up,
 * and answers what the switch asks of this host itself. Not threadsafe.
 */
public final class HostMrp {
    private static final int IPV4_AND_UDP = 28;

    private final MrpAddress own;
    private final int port;
    private final AgentOutput output;
    private final byte[] room = new byte[Mrp.MTU];
    private final UnsafeBuffer buffer = new UnsafeBuffer(room);
    private final MrpWriter writer = new MrpWriter(buffer, 0);
    private final MrpPacket packet = new MrpPacket();

    /** By address of the group. */
    private final Map<MrpAddress, OwnNode> nodes = new HashMap<>();

    private MrpAuthenticator authenticator;
    private long refused;

    /**
     * @param own address of the host
     * @param port of MRP
     * @param authenticator signs and verifies
     * @param output takes packets and messages
     */
    public HostMrp(
            final MrpAddress own,
            final int port,
            final MrpAuthenticator authenticator,
            final AgentOutput output) {
        this.own = own;
        this.port = port;
        this.authenticator = authenticator;
        this.output = output;
    }

    /** Other keys from now on. */
    void keys(final List<MrpKey> keys) {
        authenticator = authenticator.withKeys(keys);
    }

    /** Packets that were not MRP, or whose trailer did not hold. */
    public long refused() {
        return refused;
    }

    /** QPN of this host's member of a group as the tables are to hold it, or 0. */
    int qpn(final String group) {
        return nodes.values().stream()
                .filter(node -> node.group().equals(group))
                .mapToInt(OwnNode::qpn)
                .findFirst()
                .orElse(0);
    }

    /** What the tables are to hold for this host. */
    void onMember(final ToAgent.Member member) {
        if (member.qpn() == 0) {
            nodes.remove(member.address());
        } else {
            nodes.put(member.address(), new OwnNode(member.group(), member.qpn(), own));
        }
    }

    /**
     * The controller's packet leaves with a trailer.
     *
     * @param down packet
     * @param wallMs wall clock, in ms since 1970
     */
    void onController(final ToAgent.MrpDown down, final long wallMs) {
        final int length = down.packet().length;
        if (length > Mrp.MTU - IPV4_AND_UDP - MrpTrailer.LENGTH) {
            refused++;
            return;
        }
        buffer.putBytes(0, down.packet());
        if (!packet.wrap(buffer, 0, length) || packet.isSigned()) {
            refused++;
            return;
        }
        buffer.putByte(
                Mrp.FLAGS_OFFSET, (byte) (buffer.getByte(Mrp.FLAGS_OFFSET) | authenticator.flag()));
        send(down.address(), down.port(), length, wallMs);
    }

    /**
     * A datagram of the switch. What is no MRP of this group changes nothing.
     *
     * @param group address from which it came
     * @param datagram that holds it, from its first byte on
     * @param length in bytes
     * @param wallMs wall clock, in ms since 1970
     */
    public void onSwitch(
            final MrpAddress group, final byte[] datagram, final int length, final long wallMs) {
        if (!packet.wrap(new UnsafeBuffer(datagram), 0, length)
                || !authenticator.verify(group, packet, wallMs)) {
            refused++;
            return;
        }
        switch (packet.type()) {
            case CONFIRM, COMMITTED, REMOVED, REFUSED, EVENT -> up(group, datagram, length);
            case NODES, DETAIL, GROUP -> onSet(group, wallMs);
            case COMMIT -> answer(group, MrpType.COMMITTED, 0, wallMs);
            case REMOVE -> answer(group, MrpType.REMOVED, 0, wallMs);
            default -> refused++;
        }
    }

    private void up(final MrpAddress group, final byte[] datagram, final int length) {
        final byte[] bare =
                Arrays.copyOf(datagram, length - (packet.isSigned() ? MrpTrailer.LENGTH : 0));
        bare[Mrp.FLAGS_OFFSET] &= ~Mrp.FLAG_SIGNED;
        output.toController(new ToController.MrpUp(group, bare));
    }

    /** Only a GROUP asks; NODES and DETAIL are kept until it comes. */
    private void onSet(final MrpAddress group, final long wallMs) {
        final OwnNode node = nodes.get(group);
        if (node != null) {
            node.add(packet);
        }
        if (packet.type() != MrpType.GROUP) {
            return;
        }
        if (node != null && !node.isWhole()) {
            answer(group, MrpType.CONFIRM, Mrp.FLAG_INCOMPLETE, wallMs);
        } else if (node != null && node.agrees()) {
            answer(group, MrpType.CONFIRM, 0, wallMs);
        } else {
            final int length =
                    writer.refusal(
                            flags(0), packet.revision(), new MrpRefusal(MrpReason.NODE, 0, own));
            send(group, port, length, wallMs);
        }
    }

    private void answer(
            final MrpAddress group, final MrpType type, final int more, final long wallMs) {
        final int length = writer.nodes(type, flags(more), packet.revision(), 1, List.of());
        send(group, port, length, wallMs);
    }

    private int flags(final int more) {
        return packet.flags() & Mrp.FLAG_IPV6 | authenticator.flag() | more;
    }

    private void send(
            final MrpAddress group, final int toPort, final int length, final long wallMs) {
        final int signed = authenticator.sign(group, buffer, 0, length, wallMs);
        output.toSwitch(group, toPort, room, signed);
    }
}
