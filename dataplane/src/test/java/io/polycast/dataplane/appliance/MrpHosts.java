package io.polycast.dataplane.appliance;

import io.polycast.mft.registration.auth.MrpAuthenticator;
import io.polycast.mft.registration.auth.MrpKey;
import io.polycast.parser.mrp.Mrp;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpFrame;
import io.polycast.parser.mrp.MrpGroup;
import io.polycast.parser.mrp.MrpNode;
import io.polycast.parser.mrp.MrpOrder;
import io.polycast.parser.mrp.MrpPacket;
import io.polycast.parser.mrp.MrpType;
import io.polycast.parser.mrp.MrpWriter;
import io.polycast.parser.repr.Discovery;
import io.polycast.parser.wire.Ipv4;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.ToIntFunction;
import org.agrona.concurrent.UnsafeBuffer;

/** Hosts of a switch that register groups: host i on port i with address 10.0.0.(i + 1); host 0 leads. */
final class MrpHosts {
    static final long SWITCH_MAC = 0x0200_0000_00FEL;

    private final MrpAuthenticator authenticator;
    private final ApplianceRig rig;
    private final int hosts;
    private final List<String> seen = new ArrayList<>();

    MrpHosts(final ApplianceRig rig, final int hosts, final byte[] secret, final long nonce) {
        this.rig = rig;
        this.hosts = hosts;
        authenticator = new MrpAuthenticator(List.of(new MrpKey(1, secret)), nonce, 1 << 16);
    }

    static MrpAddress group(final int number) {
        return MrpAddress.ipv4(Ipv4.parse("10.255.0.0") + number);
    }

    static MrpAddress address(final int host) {
        return MrpAddress.ipv4(Ipv4.parse("10.0.0.1") + host);
    }

    static long mac(final int host) {
        return 0x0200_0000_0001L + host;
    }

    /** Each host asks for the group's MAC address. */
    void arp(final int group) {
        for (int host = 0; host < hosts; host++) {
            rig.send(
                    new RandomTraffic.Step(
                            host,
                            Discovery.arpRequest(
                                    mac(host), address(host).toString(), group(group).toString())));
        }
    }

    /** Registers the group with all hosts, and waits until it is in force. */
    void register(final int group, final int revision) {
        arp(group);
        final List<MrpNode> nodes = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            nodes.add(new MrpNode(address(host), 256 + host, host == 0 ? MrpNode.LEADER : 0));
        }
        final MrpGroup about =
                new MrpGroup(
                        0,
                        100,
                        9,
                        7,
                        MrpGroup.Policies.WAIT,
                        new MrpGroup.Counts(hosts, 0),
                        address(0));
        send(0, group, w -> w.nodes(MrpType.NODES, Mrp.FLAG_SIGNED, revision, 1, nodes));
        send(0, group, w -> w.group(Mrp.FLAG_SIGNED, revision, about));
        for (int host = 1; host < hosts; host++) {
            await(host + " GROUP " + revision);
            answer(host, group, MrpType.CONFIRM, revision);
        }
        await("0 CONFIRM " + revision);
        order(group, MrpType.COMMIT, revision);
        for (int host = 1; host < hosts; host++) {
            await(host + " COMMIT " + revision);
            answer(host, group, MrpType.COMMITTED, revision);
        }
        await("0 COMMITTED " + revision);
    }

    void order(final int group, final MrpType type, final int revision) {
        send(
                0,
                group,
                w -> w.order(type, Mrp.FLAG_SIGNED, revision, new MrpOrder(7, MrpOrder.ALL)));
    }

    void answer(final int host, final int group, final MrpType type, final int revision) {
        send(host, group, w -> w.nodes(type, Mrp.FLAG_SIGNED, revision, 1, List.of()));
    }

    private void send(final int host, final int group, final ToIntFunction<MrpWriter> body) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[2048]);
        final int at = MrpFrame.HEADERS_IPV4;
        int length = body.applyAsInt(new MrpWriter(buffer, at));
        final MrpAddress to = group(group);
        length = authenticator.sign(to, buffer, at, length, System.currentTimeMillis());
        length =
                MrpFrame.write(
                        buffer,
                        new MrpFrame.Macs(SWITCH_MAC, mac(host)),
                        address(host),
                        to,
                        Mrp.PORT,
                        length);
        final byte[] frame = new byte[length];
        buffer.getBytes(0, frame);
        rig.send(new RandomTraffic.Step(host, frame));
    }

    /** Waits for a packet as words: host, type, revision, and how many nodes it names if not 0. */
    void await(final String packet) {
        ApplianceRig.await(
                packet,
                () -> {
                    look();
                    return seen.remove(packet);
                });
    }

    /** Takes what left. */
    void look() {
        final List<List<String>> ports = rig.drain();
        for (int port = 0; port < ports.size(); port++) {
            for (final String hex : ports.get(port)) {
                seen.add(port + " " + word(HexFormat.of().parseHex(hex)));
            }
        }
    }

    private static String word(final byte[] bytes) {
        final UnsafeBuffer frame = new UnsafeBuffer(bytes);
        final MrpFrame found = new MrpFrame();
        final MrpPacket packet = new MrpPacket();
        if (found.find(frame, 0, bytes.length, Mrp.PORT) != MrpFrame.FOUND
                || !packet.wrap(frame, found.payload(), found.payloadLength())) {
            return "other";
        }
        final String names =
                packet.type().hasNodes() && packet.records() > 0 ? " " + packet.records() : "";
        return packet.type() + " " + packet.revision() + names;
    }
}
