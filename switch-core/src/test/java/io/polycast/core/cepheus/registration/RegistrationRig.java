package io.polycast.core.cepheus.registration;

import io.polycast.core.SwitchCore;
import io.polycast.core.cepheus.CepheusRole;
import io.polycast.core.cepheus.CepheusSettings;
import io.polycast.core.role.GroupKeeper;
import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.registration.RegistrationSettings;
import io.polycast.mft.registration.UnicastTable.Hop;
import io.polycast.mft.registration.auth.MrpAuthenticator;
import io.polycast.mft.registration.auth.MrpKey;
import io.polycast.mft.registration.kept.RegisteredGroup;
import io.polycast.mft.registration.route.PrefixRoutes;
import io.polycast.mft.registration.route.PrefixRoutes.Route;
import io.polycast.mft.spec.McstPrefix;
import io.polycast.parser.contract.Copy;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.GroupEntry;
import io.polycast.parser.mrp.Mrp;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpDetail;
import io.polycast.parser.mrp.MrpFrame;
import io.polycast.parser.mrp.MrpGroup;
import io.polycast.parser.mrp.MrpNode;
import io.polycast.parser.mrp.MrpOrder;
import io.polycast.parser.mrp.MrpPacket;
import io.polycast.parser.mrp.MrpType;
import io.polycast.parser.mrp.MrpWriter;
import io.polycast.parser.repr.Discovery;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Ipv4;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A switch with registration: host i sits on port i with address 10.0.0.(i + 1); hosts from 10.0.1.0 on are
 * behind the switch at port 6.
 */
final class RegistrationRig implements EgressSink, GroupKeeper {
    static final MrpAddress GROUP = MrpAddress.ipv4(Ipv4.parse("10.255.0.1"));
    static final long MAC = 0x0200_0000_00FEL;
    static final long NEXT_MAC = 0x0200_0000_00FDL;
    static final int UPLINK = 6;
    static final int PORTS = 8;
    static final int MAX_GROUPS = 4;
    static final int MAX_PATHS = 16;
    static final int OWNER = 7;
    static final int FIRST_PSN = 500;
    static final long MS = 1_000_000L;
    static final long WALL_MS = 1_700_000_000_000L;

    final CounterBlock counters =
            new CounterBlock(new UnsafeBuffer(new byte[CounterBlock.LENGTH]), 0);
    final MrpAuthenticator ofHosts;
    final byte[] feedback;
    final CepheusRole role;
    final SwitchCore core;
    final List<String> out = new ArrayList<>();
    final List<RegisteredGroup> kept = new ArrayList<>();
    final List<Integer> gone = new ArrayList<>();

    /** Members that join by the next set. */
    final List<MrpAddress> joiners = new ArrayList<>();

    Answer answer = Answer.KEPT;
    boolean takesGone = true;
    long nowNs = 1;

    RegistrationRig(final boolean signed) {
        this(signed, CepheusSettings.of(MAC, PORTS).withTables(MAX_GROUPS, MAX_PATHS), wires());
    }

    RegistrationRig(final boolean signed, final CepheusSettings base, final int[] wires) {
        this(
                signed,
                base,
                wires,
                new byte[FeedbackLayout.length(base.maxGroups(), base.maxPaths())]);
    }

    /** The switch after a restart: with the state file of the process before. */
    RegistrationRig after() {
        return new RegistrationRig(
                false,
                CepheusSettings.of(MAC, PORTS).withTables(MAX_GROUPS, MAX_PATHS),
                wires(),
                feedback.clone());
    }

    private RegistrationRig(
            final boolean signed,
            final CepheusSettings base,
            final int[] wires,
            final byte[] feedback) {
        final CepheusSettings settings =
                base.withPrefix(new McstPrefix(Ipv4.parse("10.255.0.0"), 16));
        ofHosts = authenticator(signed, 1L << 40);
        this.feedback = feedback;
        role =
                new CepheusRole(
                        settings,
                        new UnsafeBuffer(feedback),
                        counters,
                        null,
                        null,
                        new RegistrationParts(
                                new RegistrationSettings(
                                        Mrp.PORT,
                                        MAC,
                                        new RegistrationSettings.Limits(4, 2, 8, 100, 100),
                                        new RegistrationSettings.Times(
                                                60_000 * MS, 30_000 * MS, 20 * MS, 1000 * MS, 8)),
                                new PrefixRoutes(routes(), 64),
                                authenticator(signed, 2L << 40),
                                this));
        core = new SwitchCore(wires, role, counters);
        role.registrar().clock(nowNs, WALL_MS);
    }

    static int[] wires() {
        final int[] wires = new int[PORTS];
        java.util.Arrays.fill(wires, -1);
        return wires;
    }

    private static MrpAuthenticator authenticator(final boolean signed, final long nonce) {
        return signed
                ? new MrpAuthenticator(List.of(new MrpKey(1, new byte[32])), nonce, 1 << 12)
                : MrpAuthenticator.none();
    }

    static List<Route> routes() {
        final List<Route> routes = new ArrayList<>();
        for (int i = 0; i < UPLINK; i++) {
            routes.add(new Route(host(i), 32, List.of(new Hop(i, PrefixRoutes.ANY_HOST, true))));
        }
        routes.add(
                new Route(
                        MrpAddress.ipv4(Ipv4.parse("10.0.1.0")),
                        24,
                        List.of(new Hop(UPLINK, NEXT_MAC, false))));
        return routes;
    }

    static MrpAddress host(final int i) {
        return MrpAddress.ipv4(Ipv4.parse("10.0.0.1") + i);
    }

    static MrpAddress far(final int i) {
        return MrpAddress.ipv4(Ipv4.parse("10.0.1.1") + i);
    }

    static long mac(final int host) {
        return 0x0200_0000_0001L + host;
    }

    /** Hosts ask for the group's MAC, as before their first packet. */
    void arpFromAll() {
        for (int i = 0; i < UPLINK; i++) {
            final byte[] frame = Discovery.arpRequest(mac(i), host(i).toString(), GROUP.toString());
            feed(i, frame);
        }
        out.clear();
    }

    Ending feed(final int port, final byte[] frame) {
        final int ending =
                core.onFrame(nowNs, port, new UnsafeBuffer(frame), 0, frame.length, this);
        return Ending.byId(ending);
    }

    /** A packet from a host, or from the next switch where the port is its. */
    Ending send(final int port, final ToIntFunction<MrpWriter> body) {
        return feed(port, frame(port, GROUP, body));
    }

    byte[] frame(final int port, final MrpAddress to, final ToIntFunction<MrpWriter> body) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[2048]);
        final int at = MrpFrame.HEADERS_IPV4;
        int length = body.applyAsInt(new MrpWriter(buffer, at));
        length = ofHosts.sign(to, buffer, at, length, wallMs());
        final boolean isSwitch = port == UPLINK;
        length =
                MrpFrame.write(
                        buffer,
                        new MrpFrame.Macs(MAC, isSwitch ? NEXT_MAC : mac(port)),
                        isSwitch ? GROUP : host(port),
                        to,
                        Mrp.PORT,
                        length);
        final byte[] frame = new byte[length];
        buffer.getBytes(0, frame);
        return frame;
    }

    long wallMs() {
        return WALL_MS + nowNs / MS;
    }

    int flags() {
        return ofHosts.flag();
    }

    /** Takes a path of the group out of service, by its index. */
    void evict(final int path) {
        final PathFeedback words = new PathFeedback(new UnsafeBuffer(feedback), MAX_GROUPS);
        for (int id = 0; id < MAX_PATHS; id++) {
            final boolean wasOut = words.has(id, PathFeedback.EVICTED);
            words.set(id, PathFeedback.EVICTED);
            if (role.group(GROUP.last32()).paths().get(path).state().equals("evicted")) {
                return;
            }
            if (!wasOut) {
                words.clear(id, PathFeedback.EVICTED);
            }
        }
        throw new AssertionError("no words of path " + path);
    }

    /** Sends the whole set of a revision by the leader on port 0. */
    Ending set(final int revision, final MrpAddress... members) {
        return set(GROUP, revision, members);
    }

    Ending set(final MrpAddress group, final int revision, final MrpAddress... members) {
        return setBy(0, group, revision, members);
    }

    /** As {@link #set(int, MrpAddress...)}, by the leader on another port. */
    Ending setBy(
            final int leader,
            final MrpAddress group,
            final int revision,
            final MrpAddress... members) {
        final List<MrpDetail> details = new ArrayList<>();
        for (final MrpAddress each : joiners) {
            details.add(new MrpDetail(each, FIRST_PSN, false, 0, 0, 0));
        }
        final List<MrpNode> nodes = new ArrayList<>();
        nodes.add(new MrpNode(host(leader), 256, MrpNode.LEADER));
        for (final MrpAddress member : members) {
            nodes.add(new MrpNode(member, 257 + nodes.size(), 0));
        }
        feed(
                leader,
                frame(leader, group, w -> w.nodes(MrpType.NODES, flags(), revision, 1, nodes)));
        final MrpGroup about =
                new MrpGroup(
                        0,
                        100,
                        9,
                        OWNER,
                        MrpGroup.Policies.WAIT,
                        new MrpGroup.Counts(nodes.size(), details.size()),
                        host(leader));
        if (!details.isEmpty()) {
            feed(leader, frame(leader, group, w -> w.details(flags(), revision, 1, details)));
        }
        return feed(leader, frame(leader, group, w -> w.group(flags(), revision, about)));
    }

    Ending answer(final int port, final MrpType type, final int revision) {
        return send(port, w -> w.nodes(type, flags(), revision, 1, List.of()));
    }

    Ending order(final MrpType type, final int revision) {
        return send(0, w -> w.order(type, flags(), revision, new MrpOrder(OWNER, MrpOrder.ALL)));
    }

    /** Packets that left since the last call: port and packet, one word each. */
    List<String> taken() {
        final List<String> taken = List.copyOf(out);
        out.clear();
        return taken;
    }

    void tick() {
        core.onTick(nowNs, this);
    }

    @Override
    public int room(final int egressPort) {
        return Integer.MAX_VALUE;
    }

    @Override
    public boolean offer(
            final int egressPort, final DirectBuffer frame, final int offset, final int length) {
        final MrpFrame found = new MrpFrame();
        final MrpPacket packet = new MrpPacket();
        if (found.find(frame, offset, length, Mrp.PORT) == MrpFrame.FOUND
                && packet.wrap(frame, found.payload(), found.payloadLength())) {
            if (!ofHosts.verify(GROUP, packet, wallMs())) {
                throw new AssertionError("not authentic");
            }
            out.add(egressPort + " " + word(packet));
        } else {
            out.add(egressPort + " " + Integer.toHexString(Ethernet.etherType(frame, offset)));
        }
        return true;
    }

    private static String word(final MrpPacket packet) {
        final StringBuilder word = new StringBuilder();
        word.append(packet.type()).append(' ').append(packet.revision());
        if (packet.type() == MrpType.REFUSED) {
            word.append(' ').append(packet.refusal().reason().label());
        } else if (packet.type().hasNodes()) {
            for (int i = 0; i < packet.records(); i++) {
                word.append(' ').append(packet.node(i).address());
            }
        }
        if ((packet.flags() & Mrp.FLAG_MORE) != 0) {
            word.append(" MORE");
        }
        return word.toString();
    }

    @Override
    public boolean offerCopy(
            final int egressPort, final Copy copy, final int headerOffset, final int icrc) {
        out.add(egressPort + " copy");
        return true;
    }

    @Override
    public Answer keep(final GroupEntry group) {
        kept.add((RegisteredGroup) group);
        return answer;
    }

    @Override
    public boolean gone(final int mcstId) {
        return takesGone && gone.add(mcstId);
    }
}
