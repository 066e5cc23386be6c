package io.polycast.sim.registration;

import io.polycast.mft.registration.auth.MrpAuthenticator;
import io.polycast.parser.mrp.Mrp;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpFrame;
import io.polycast.parser.mrp.MrpNode;
import io.polycast.parser.mrp.MrpPacket;
import io.polycast.parser.mrp.MrpType;
import io.polycast.parser.mrp.MrpWriter;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.agrona.concurrent.UnsafeBuffer;

/** A host: answers as a member, and hands answers to the leader that runs on it. */
final class Host {
    final Fabric fabric;
    final int number;
    final MrpAuthenticator authenticator;
    final Map<MrpAddress, Integer> named = new HashMap<>();
    final Map<MrpAddress, Integer> committed = new HashMap<>();
    final Map<MrpAddress, Set<Integer>> confirmed = new HashMap<>();
    final Set<MrpAddress> refusing = new HashSet<>();
    boolean silent;
    final Map<MrpAddress, Leader> leaders = new LinkedHashMap<>();

    /** The one that came last. */
    Leader leader;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[2048]);

    Host(final Fabric fabric, final int number) {
        this.fabric = fabric;
        this.number = number;
        authenticator = fabric.authenticator();
    }

    MrpAddress address() {
        return fabric.address(number);
    }

    /** Lets leaders do what is due, and says when something is due next. */
    long onTick() {
        long due = Long.MAX_VALUE;
        for (final Leader each : leaders.values()) {
            due = Math.min(due, each.onTick());
        }
        return due;
    }

    void onFrame(final UnsafeBuffer frame, final int length) {
        final MrpFrame found = new MrpFrame();
        final MrpPacket packet = new MrpPacket();
        if (found.find(frame, 0, length, Mrp.PORT) != MrpFrame.FOUND) {
            fabric.onData(number, frame, length);
            return;
        }
        if (!packet.wrap(frame, found.payload(), found.payloadLength())) {
            throw new AssertionError("a host got a bad frame");
        }
        if (!authenticator.verify(found.src(), packet, fabric.wallMs())) {
            return; // Repeated by the network.
        }
        if (!found.dst().equals(address())) {
            throw new AssertionError("for " + found.dst() + " at " + address());
        }
        if (packet.type() == MrpType.EVENT || !packet.type().asks()) {
            final Leader asked = leaders.get(found.src());
            if (asked == null) {
                throw new AssertionError("host " + number + " leads no " + found.src());
            }
            asked.onPacket(found.src(), packet);
        } else if (!silent) {
            answer(found.src(), packet);
        }
    }

    private void answer(final MrpAddress group, final MrpPacket packet) {
        final int revision = packet.revision();
        switch (packet.type()) {
            case NODES -> {
                if (packet.records() != 1 || !packet.node(0).address().equals(address())) {
                    throw new AssertionError("a host learns of others");
                }
                named.put(group, revision);
            }
            case GROUP -> {
                final int incomplete =
                        Integer.valueOf(revision).equals(named.get(group))
                                ? 0
                                : Mrp.FLAG_INCOMPLETE;
                if (refusing.contains(group)) {
                    send(
                            group,
                            writer ->
                                    writer.refusal(
                                            flags(),
                                            revision,
                                            new io.polycast.parser.mrp.MrpRefusal(
                                                    io.polycast.parser.mrp.MrpReason.NODE,
                                                    0,
                                                    address())));
                } else {
                    if (incomplete == 0) {
                        confirmed.computeIfAbsent(group, added -> new HashSet<>()).add(revision);
                    }
                    answer(group, MrpType.CONFIRM, flags() | incomplete, revision);
                }
            }
            case COMMIT -> {
                committed.put(group, revision);
                answer(group, MrpType.COMMITTED, flags(), revision);
            }
            case REMOVE -> {
                if (packet.order().scope() == 0) {
                    committed.remove(group);
                }
                answer(group, MrpType.REMOVED, flags(), revision);
            }
            default -> {
                // DETAIL.
            }
        }
    }

    private void answer(
            final MrpAddress group, final MrpType type, final int flags, final int revision) {
        send(group, writer -> writer.nodes(type, flags, revision, 1, List.<MrpNode>of()));
    }

    int flags() {
        return authenticator.flag() | (fabric.ipv6 ? Mrp.FLAG_IPV6 : 0);
    }

    /** Sends one packet to the host's switch. */
    void send(final MrpAddress group, final ToIntFunction<MrpWriter> body) {
        final byte[] frame = frame(group, body);
        final int node = fabric.topology.hostNode(number);
        fabric.wire.send(
                fabric.nowNs(),
                fabric.topology.peerNode(node, 0),
                fabric.topology.peerPort(node, 0),
                frame);
    }

    byte[] frame(final MrpAddress group, final ToIntFunction<MrpWriter> body) {
        final int at = fabric.ipv6 ? MrpFrame.HEADERS_IPV6 : MrpFrame.HEADERS_IPV4;
        final int node = fabric.topology.hostNode(number);
        int length = body.applyAsInt(new MrpWriter(buffer, at));
        length = authenticator.sign(group, buffer, at, length, fabric.wallMs());
        length =
                MrpFrame.write(
                        buffer,
                        new MrpFrame.Macs(
                                fabric.mac(fabric.topology.peerNode(node, 0)), fabric.mac(node)),
                        address(),
                        group,
                        Mrp.PORT,
                        length);
        final byte[] bytes = new byte[length];
        buffer.getBytes(0, bytes);
        return bytes;
    }
}
