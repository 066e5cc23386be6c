package io.polycast.fuzz;

import io.polycast.mft.registration.GroupTable;
import io.polycast.mft.registration.Registration;
import io.polycast.mft.registration.RegistrationSettings;
import io.polycast.mft.registration.UnicastTable;
import io.polycast.mft.registration.auth.MrpAuthenticator;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.parser.mrp.Mrp;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpFrame;
import io.polycast.parser.mrp.MrpGroup;
import io.polycast.parser.mrp.MrpNode;
import io.polycast.parser.mrp.MrpOrder;
import io.polycast.parser.mrp.MrpPacket;
import io.polycast.parser.mrp.MrpReason;
import io.polycast.parser.mrp.MrpType;
import io.polycast.parser.mrp.MrpWriter;
import java.io.ByteArrayOutputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;

/** Programs of MRP packets, raw frames and time against one switch without authentication: state machine and role. */
public final class MrpTarget implements GroupTable, UnicastTable {
    /** Operations, in the low two bits; the next three are the port, the next two the group. */
    static final int PACKET = 0;

    static final int RAW = 1;
    static final int TIME = 2;
    static final int OUT = 3;

    private static final int PORTS = 8;
    private static final int HOST_PORTS = 4;
    private static final int GROUPS = 3;
    private static final int FIXED = 0x0AFF_0003;
    private static final long MS = 1_000_000L;
    private static final long WALL_MS = 1_700_000_000_000L;
    private static final int MOST_FRAMES = 200;

    private final Set<Integer> reserved = new HashSet<>();
    private final Set<Integer> installed = new HashSet<>();
    private final MrpPacket packet = new MrpPacket();
    private final MrpFrame found = new MrpFrame();
    private final Registration registration;
    private final MrpRole role;
    private long nowNs;
    private int frames;

    private MrpTarget() {
        final RegistrationSettings settings =
                new RegistrationSettings(
                        Mrp.PORT,
                        0xFE,
                        new RegistrationSettings.Limits(GROUPS, 2, 64, 100_000, 10_000),
                        new RegistrationSettings.Times(
                                60_000 * MS, 30_000 * MS, 20 * MS, 1000 * MS, 8));
        role = new MrpRole(settings, FIXED);
        registration =
                new Registration(
                        settings,
                        this,
                        this,
                        new CheckedFrames(this::sent),
                        MrpAuthenticator.none());
    }

    /**
     * @param bytes of a program
     */
    public static void fuzzerTestOneInput(final byte[] bytes) {
        final UnsafeBuffer exact = new UnsafeBuffer(bytes);
        new MrpPacket().wrap(exact, 0, bytes.length);
        new MrpFrame().find(exact, 0, bytes.length, Mrp.PORT);
        new MrpTarget().run(new Input(bytes));
    }

    private void run(final Input input) {
        while (!input.isExhausted()) {
            final int op = input.u8();
            final int port = op >> 2 & PORTS - 1;
            final MrpAddress group = MrpAddress.ipv4(0x0AFF_0000 + (op >> 5 & 3));
            frames = 0;
            switch (op & 3) {
                case PACKET -> take(port, frame(port, group, input.take(input.u8())));
                case RAW -> take(port, input.take(input.u8()));
                case TIME -> {
                    nowNs += input.u16() * MS;
                    registration.onTick(nowNs, WALL_MS + nowNs / MS);
                    role.time(nowNs);
                }
                default -> registration.onPathOut(group, path(port, address(input.u8())), false);
            }
            Check.that(registration.size() <= 2 * GROUPS, "groups without bound");
            Check.that(!installed.contains(FIXED), "a group of the configuration changed");
        }
    }

    private static PathSpec path(final int port, final MrpAddress host) {
        return new PathSpec(port, PathSpec.ANY_VLAN, host.bytes(), 0, 0, null);
    }

    private void take(final int port, final byte[] frame) {
        registration.onFrame(
                port, new UnsafeBuffer(frame), 0, frame.length, nowNs, WALL_MS + nowNs / MS);
        Check.that(frames <= MOST_FRAMES, frames + " frames of one");
        role.take(port, frame, nowNs);
    }

    private static byte[] frame(final int port, final MrpAddress group, final byte[] payload) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[512]);
        buffer.putBytes(MrpFrame.HEADERS_IPV4, payload);
        final MrpAddress from = port < HOST_PORTS ? address(port) : group;
        final int length =
                MrpFrame.write(
                        buffer,
                        new MrpFrame.Macs(0xFE, port + 1),
                        from,
                        group,
                        Mrp.PORT,
                        payload.length);
        final byte[] frame = new byte[length];
        buffer.getBytes(0, frame);
        return frame;
    }

    /** Each frame that leaves is a sound packet. */
    private void sent(final UnsafeBuffer frame, final int port) {
        frames++;
        Check.that(port >= 0 && port < PORTS, "port " + port);
        Check.equal(MrpFrame.FOUND, found.find(frame, 0, frame.capacity(), Mrp.PORT), "frame out");
        Check.that(
                packet.wrap(frame, found.payload(), found.payloadLength()), "packet out unsound");
    }

    private static MrpAddress address(final int node) {
        return MrpAddress.ipv4(0x0A00_0000 + (node & 0xFF));
    }

    @Override
    public List<Hop> hops(final MrpAddress node) {
        final int number = node.last32() & 0xFF;
        if (!node.equals(address(number)) || number >= 64) {
            return List.of();
        }
        return number < HOST_PORTS
                ? List.of(new Hop(number, number + 1, true))
                : List.of(new Hop(4 + number % 2, 5 + number % 2, false), new Hop(6, 7, false));
    }

    @Override
    public long switchAt(final int port) {
        return port < HOST_PORTS ? NO_SWITCH : port + 1;
    }

    @Override
    public boolean isGroup(final MrpAddress address) {
        return address.isIpv4() && address.last32() >>> 16 == 0x0AFF;
    }

    @Override
    public boolean isStatic(final MrpAddress address) {
        return address.last32() == FIXED;
    }

    @Override
    public MrpReason reserve(final GroupSpec spec) {
        if (spec.paths().size() > 32) {
            return MrpReason.PATHS_FULL;
        }
        reserved.add(spec.mcstId());
        return null;
    }

    @Override
    public void release(final int mcstId) {
        Check.that(reserved.remove(mcstId), "room given back that was not kept");
    }

    @Override
    public MrpReason install(final GroupSpec spec) {
        Check.that(reserved.remove(spec.mcstId()), "installed without room");
        installed.add(spec.mcstId());
        return null;
    }

    @Override
    public void remove(final int mcstId) {
        Check.that(installed.remove(mcstId), "removed what was not there");
    }

    @Override
    public int staticGroups(final int port) {
        return port;
    }

    /** A registration with its answers, a change, an event and a removal. */
    static byte[] seed() {
        final ByteArrayOutputStream program = new ByteArrayOutputStream();
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[512]);
        final MrpWriter writer = new MrpWriter(buffer, 0);
        for (int revision = 1; revision <= 2; revision++) {
            final List<MrpNode> nodes =
                    List.of(
                            new MrpNode(address(0), 256, MrpNode.LEADER),
                            new MrpNode(address(1), 257, 0),
                            new MrpNode(address(3 + revision), 258, 0));
            put(program, 0, buffer, writer.nodes(MrpType.NODES, 0, revision, 1, nodes));
            final MrpGroup about =
                    new MrpGroup(
                            0,
                            1,
                            1,
                            7,
                            MrpGroup.Policies.WAIT,
                            new MrpGroup.Counts(3, 0),
                            address(0));
            put(program, 0, buffer, writer.group(0, revision, about));
            final int far = 4 + (3 + revision) % 2;
            for (final int port : new int[] {1, far}) {
                put(
                        program,
                        port,
                        buffer,
                        writer.nodes(MrpType.CONFIRM, 0, revision, 1, List.of()));
            }
            final MrpOrder order = new MrpOrder(7, MrpOrder.ALL);
            put(program, 0, buffer, writer.order(MrpType.COMMIT, 0, revision, order));
            put(program, far, buffer, writer.nodes(MrpType.COMMITTED, 0, revision, 1, List.of()));
            put(program, far, buffer, writer.nodes(MrpType.EVENT, 0, revision, 1, nodes));
            program.write(OUT | 1 << 5);
            program.write(1);
            program.write(TIME);
            program.write(0);
            program.write(100);
        }
        final MrpOrder order = new MrpOrder(7, MrpOrder.ALL);
        put(program, 0, buffer, writer.order(MrpType.REMOVE, 0, 3, order));
        put(program, 1, buffer, writer.nodes(MrpType.REMOVED, 0, 3, 1, List.of()));
        return program.toByteArray();
    }

    private static void put(
            final ByteArrayOutputStream program,
            final int port,
            final UnsafeBuffer buffer,
            final int length) {
        program.write(PACKET | port << 2 | 1 << 5);
        program.write(length);
        for (int i = 0; i < length; i++) {
            program.write(buffer.getByte(i));
        }
    }
}
