package io.polycast.fuzz.surrogate;

import io.polycast.core.SwitchCore;
import io.polycast.core.held.HeldFrames;
import io.polycast.core.held.HeldPool;
import io.polycast.core.surrogate.SurrogateRole;
import io.polycast.core.surrogate.spec.CongestionSettings;
import io.polycast.core.surrogate.spec.LegSpec;
import io.polycast.core.surrogate.spec.SurrogateSettings;
import io.polycast.core.surrogate.spec.SurrogateSettings.HeaderLimits;
import io.polycast.core.surrogate.spec.SurrogateSettings.MemorySettings;
import io.polycast.core.surrogate.spec.SurrogateSettings.TimerSettings;
import io.polycast.core.surrogate.spec.SurrogateSettings.VoqDrop;
import io.polycast.fuzz.Check;
import io.polycast.fuzz.Rig;
import io.polycast.parser.contract.Copy;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.icrc.FrameCrc;
import io.polycast.parser.igmp.IgmpPacket;
import io.polycast.parser.leg.LegHeader;
import io.polycast.parser.qcn.Cnm;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Vlan;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A node of role surrogate with small memory: hosts on ports 0 to 3, a leg on port 4, two legs on port
 * 5, a wire between 6 and 7. Each frame that leaves is checked.
 */
final class SurrogateNode implements EgressSink, AutoCloseable {
    static final int PORTS = 8;
    static final int STEPS = SurrogateSettings.LEVELS + 1;
    static final int FLOWS = 8 * STEPS;
    static final long MAC = 0x0200_0000_00FEL;

    static final List<LegSpec> LEGS =
            List.of(
                    new LegSpec("n1", 4, MAC + 1, false),
                    new LegSpec("n2", 5, MAC + 2, true),
                    new LegSpec("n3", 5, MAC + 3, false));

    private static final int[] WIRES = {-1, -1, -1, -1, -1, -1, 7, 6};
    private static final int FRAMES = 24;
    private static final int CHUNK = 1024;
    private static final int GROUPS = 4;
    private static final int MOST_TAGS = 2;

    private static final SurrogateSettings SETTINGS =
            new SurrogateSettings(
                    LEGS,
                    1 << 3,
                    50,
                    true,
                    new MemorySettings(
                            40, 40, 24, 12, new HeaderLimits(24, 12, 291), VoqDrop.HEAD, 12, 66),
                    new TimerSettings(1_000_000, 4, 1_000, 20_000_000),
                    new CongestionSettings(CongestionSettings.Marked.OCCUPANCY, 8, 2_048));

    private final CounterBlock counters = Rig.counters();
    private final HeldPool pool = new HeldPool(FRAMES, CHUNK);
    private final HeldFrames held = new HeldFrames(FRAMES, pool, counters);
    private final SurrogateRole role =
            new SurrogateRole(MAC, PORTS, GROUPS, SETTINGS, held, counters, 77);
    private final SwitchCore core = new SwitchCore(WIRES, role, counters);
    private final FrameCrc crc = new FrameCrc();
    private final List<byte[]> sent = new ArrayList<>();
    private final List<Integer> sentPorts = new ArrayList<>();

    /** All frames of hosts that came in; shared by the nodes of a run. */
    private final Set<ByteBuffer> given;

    private int refused;

    SurrogateNode(final Set<ByteBuffer> given) {
        this.given = given;
    }

    CounterBlock counters() {
        return counters;
    }

    SurrogateRole role() {
        return role;
    }

    /** Ports that take nothing from now on: bit i is port i. */
    void refuse(final int ports) {
        refused = ports;
    }

    /** Begins a new list of frames that leave. */
    void begin() {
        sent.clear();
        sentPorts.clear();
    }

    /** Frames that left since {@link #begin}. */
    List<byte[]> sent() {
        return sent;
    }

    /** Port of a frame that left. */
    int portOf(final int index) {
        return sentPorts.get(index);
    }

    int receive(final long nowNs, final int port, final byte[] frame) {
        final byte[] before = frame.clone();
        final int id = core.onFrame(nowNs, port, new UnsafeBuffer(frame), 0, frame.length, this);
        Check.that(Arrays.equals(before, frame), "the frame changed");
        checkSums();
        return id;
    }

    long tick(final long nowNs) {
        final long deadlineNs = core.onTick(nowNs, this);
        Check.that(deadlineNs > nowNs, "a deadline in the past");
        checkSums();
        return deadlineNs;
    }

    private void checkSums() {
        Check.equal(
                counters.get(Tally.FRAMES_IN),
                counters.ended() + counters.held(),
                "sum of endings");
        Check.equal(counters.held(), held.held(), "frames held");
        Check.that(held.held() <= FRAMES, held.held() + " frames held");
    }

    int held() {
        return held.held();
    }

    @Override
    public int room(final int egressPort) {
        return (refused >>> egressPort & 1) != 0 ? 0 : Integer.MAX_VALUE;
    }

    @Override
    public boolean offer(
            final int egressPort, final DirectBuffer frame, final int offset, final int length) {
        frame.boundsCheck(offset, length);
        final byte[] bytes = new byte[length];
        frame.getBytes(offset, bytes);
        return leave(egressPort, bytes);
    }

    @Override
    public boolean offerCopy(
            final int egressPort, final Copy copy, final int headerOffset, final int icrc) {
        copy.header.boundsCheck(headerOffset, copy.headerLength);
        copy.tail.boundsCheck(copy.tailOffset, copy.tailLength);
        final UnsafeBuffer whole = new UnsafeBuffer(new byte[copy.length()]);
        whole.putBytes(0, copy.header, headerOffset, copy.headerLength);
        whole.putBytes(copy.headerLength, copy.tail, copy.tailOffset, copy.tailLength);
        whole.putInt(copy.headerLength + copy.icrcIndex, icrc, ByteOrder.LITTLE_ENDIAN);
        return leave(egressPort, whole.byteArray());
    }

    private boolean leave(final int port, final byte[] frame) {
        Check.that(port >= 0 && port < PORTS, "egress port " + port);
        if (LEGS.stream().anyMatch(leg -> leg.port() == port)) {
            checkLegFrame(port, new UnsafeBuffer(frame));
        } else {
            checkHostFrame(new UnsafeBuffer(frame));
        }
        if (room(port) == 0) {
            return false;
        }
        sent.add(frame);
        sentPorts.add(port);
        return true;
    }

    private void checkLegFrame(final int port, final UnsafeBuffer frame) {
        final int header = Ethernet.LENGTH;
        final int behind = frame.capacity() - LegFrames.PREFIX;
        Check.equal(LegHeader.ETHER_TYPE, Ethernet.etherType(frame, 0), "EtherType on a leg");
        Check.equal(MAC, Ethernet.srcMac(frame, 0), "source on a leg");
        Check.that(
                LEGS.stream()
                        .anyMatch(
                                leg ->
                                        leg.port() == port
                                                && leg.mac() == Ethernet.dstMac(frame, 0)),
                "sent to a node that is not behind the port");
        Check.equal(LegHeader.VERSION, LegHeader.version(frame, header), "version");
        final int type = LegHeader.type(frame, header);
        Check.that(type >= LegHeader.REQUEST && type <= LegHeader.HELLO, "type " + type);
        final int length = LegHeader.length(frame, header);
        Check.equal(type == LegHeader.DATA ? behind : 0, length, "length on a leg");
        final int inner = length == 0 ? 0 : crc.of(frame, LegFrames.PREFIX, length);
        Check.that(LegHeader.isCrcRight(frame, header, inner, crc), "a wrong CRC left");
        if (type == LegHeader.DATA) {
            Check.that(
                    given.contains(ByteBuffer.wrap(LegFrames.inside(frame.byteArray()))),
                    "a frame left by a leg that nobody sent");
        }
    }

    private void checkHostFrame(final UnsafeBuffer frame) {
        if (given.contains(ByteBuffer.wrap(frame.byteArray()))) {
            return;
        }
        Check.equal(MAC, Ethernet.srcMac(frame, 0), "a frame left that nobody sent; its source");
        if (Ethernet.etherType(frame, 0) != Ethernet.TYPE_MAC_CONTROL && !isNotification(frame)) {
            Check.equal(Ethernet.TYPE_IPV4, Ethernet.etherType(frame, 0), "EtherType of a query");
            Check.equal(0, Ipv4.src(frame, Ethernet.LENGTH), "source of a query");
            Check.that(
                    IgmpPacket.find(frame, Ethernet.LENGTH, frame.capacity()) != IgmpPacket.BAD,
                    "a query that is not sound left");
        }
    }

    /** A CNM, behind the tags of the frame that it tells of. */
    private static boolean isNotification(final UnsafeBuffer frame) {
        int tags = 0;
        while (tags < MOST_TAGS && Vlan.isTag(Ethernet.etherType(frame, tags * Vlan.LENGTH))) {
            tags++;
        }
        if (Ethernet.etherType(frame, tags * Vlan.LENGTH) != Cnm.ETHER_TYPE) {
            return false;
        }
        final int body = Ethernet.LENGTH + tags * Vlan.LENGTH;
        final int repeated = Cnm.repeated(frame, body);
        Check.that(Cnm.feedback(frame, body) > 0, "a notification without feedback left");
        Check.that(repeated <= Cnm.MOST_REPEATED, "a notification repeats " + repeated + " bytes");
        Check.equal(
                Math.max(Ethernet.MINIMUM_FRAME_LENGTH, body + Cnm.LENGTH + repeated),
                frame.capacity(),
                "length of a notification");
        return true;
    }

    @Override
    public void close() {
        core.close();
        pool.close();
    }
}
