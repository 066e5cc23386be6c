package io.polycast.fuzz.shufflecast;

import io.polycast.core.role.RuleSet;
import io.polycast.core.shufflecast.spec.ShufflecastGroup;
import io.polycast.fuzz.Check;
import io.polycast.fuzz.Input;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.shuffle.Heartbeat;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Ipv4;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A run of a relay: the input is a program of steps, one byte of operation and its arguments.
 *
 * <pre>
 *   bits 0..2   operation: {@link #RAW}...
 *   bits 4..6   port
 * </pre>
 *
 * Each datagram must go to the ports that {@link RelayModel} names.
 */
public final class ShufflecastTarget {
    /** Two bytes of length, the frame. */
    static final int RAW = 0;

    /** ToR of the source, signed; group and flags; length. */
    static final int DATAGRAM = 1;

    /** ToR, version, bytes that are cut off. */
    static final int HEARTBEAT = 2;

    /** Node, version, sources as bits, a source beyond. */
    static final int RULES = 3;

    /** Two bytes of time, in units of 10 us. */
    static final int TIME = 4;

    /** Group, ports: set; without ports unset. */
    static final int GROUP = 5;

    /** Ports that take nothing from now on. */
    static final int REFUSE = 6;

    private static final int MOST_STEPS = 400;
    private static final int MOST_FRAME = 1200;
    private static final int[] IDS = {0xEF01_0101, 0xEF01_0102, 0xE000_0009, 0x0A00_0009};

    private final Input input;
    private final RelayNode node = new RelayNode();
    private final RelayModel model = new RelayModel();
    private long nowNs = 1_000_000_000L;

    private ShufflecastTarget(final byte[] bytes) {
        input = new Input(bytes);
    }

    /**
     * @param bytes of the program
     */
    public static void fuzzerTestOneInput(final byte[] bytes) {
        run(bytes, counters -> {});
    }

    /** Runs a program, and gives the relay's counters to {@code at} at its end. */
    static void run(final byte[] bytes, final Consumer<CounterBlock> at) {
        final ShufflecastTarget target = new ShufflecastTarget(bytes);
        target.node.tick(target.nowNs);
        for (int steps = 0; steps < MOST_STEPS && !target.input.isExhausted(); steps++) {
            final int operation = target.input.u8();
            target.step(operation & 7, operation >> 4 & 7);
            target.node.tick(target.nowNs);
        }
        at.accept(target.node.counters());
    }

    private void step(final int operation, final int port) {
        switch (operation) {
            case RAW -> node.receive(nowNs, port, input.take(Math.min(input.u16(), MOST_FRAME)));
            case DATAGRAM -> datagram(port);
            case HEARTBEAT -> heartbeat(port);
            case RULES -> rules();
            case TIME -> nowNs += input.u16() * 10_000L;
            case GROUP -> group();
            case REFUSE -> node.refuse(input.u8());
            default -> nowNs += 1_000;
        }
    }

    private void datagram(final int port) {
        final int source = input.s8();
        final int what = input.u8();
        final int group = IDS[what % IDS.length];
        final int protocol = what < 0xF0 ? Ipv4.PROTOCOL_UDP : 2;
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[60 + 4 * input.u8()]);
        Ethernet.write(frame, 0, 0x0100_5E01_0101L, 0x0200_0000_AA01L, Ethernet.TYPE_IPV4);
        Ipv4.write(frame, 14, 0, frame.capacity() - 14, 0, 1, protocol);
        Ipv4.src(frame, 14, RelayNode.BASE + (source << 8) + 5);
        Ipv4.dst(frame, 14, group);
        Ipv4.storeChecksum(frame, 14);
        final Ending ending = node.receive(nowNs, port, frame.byteArray());
        final Set<Integer> expected = new TreeSet<>();
        if (protocol == Ipv4.PROTOCOL_UDP && group >>> 24 == 0xEF) {
            expected.addAll(model.copies(port, source, group));
        }
        final boolean wanted = !expected.isEmpty();
        expected.removeIf(each -> (node.refusing() >> each & 1) != 0);
        Check.that(expected.equals(node.took()), expected + " expected, not " + node.took());
        Check.that(
                (ending == Ending.EGRESS_REFUSED) == (wanted && expected.isEmpty()),
                ending + " although " + expected + " take copies");
    }

    private void heartbeat(final int port) {
        final int tor = input.u8();
        final int version = input.u8();
        final int cut = input.u8();
        final UnsafeBuffer frame =
                new UnsafeBuffer(new byte[cut < 0xF0 ? Heartbeat.FRAME_LENGTH : 30 - (cut & 0xF)]);
        final UnsafeBuffer whole = new UnsafeBuffer(new byte[Heartbeat.FRAME_LENGTH]);
        Ethernet.write(whole, 0, Ethernet.BROADCAST, 0x0200_0000_AA02L, Heartbeat.ETHER_TYPE);
        Heartbeat.write(whole, Ethernet.LENGTH, tor, version, version);
        if (version == 0xFF) {
            whole.putByte(Ethernet.LENGTH, (byte) 2);
        }
        frame.putBytes(0, whole, 0, frame.capacity());
        node.receive(nowNs, port, frame.byteArray());
    }

    private void rules() {
        final int tor = input.u8() % 7;
        final long version = input.s8();
        final int bits = input.u8();
        final List<Integer> sources = new ArrayList<>();
        for (int source = 0; source < RelayModel.TORS; source++) {
            if ((bits >> source & 1) != 0) {
                sources.add(source);
            }
        }
        final int beyond = input.u8();
        if (beyond >= 0xF0) {
            sources.add(beyond);
        }
        final String refusal = node.role().install(nowNs, new RuleSet(tor, version, sources));
        Check.that(
                model.install(tor, version, sources) == (refusal == null),
                "rules of version " + version + ": " + refusal);
    }

    private void group() {
        final int id = IDS[input.u8() % 2];
        final int ports = input.u8();
        try {
            if (ports == 0) {
                node.role().unsetGroup(nowNs, id);
            } else {
                node.role().setGroup(nowNs, new ShufflecastGroup(id, ports), node);
            }
            model.group(id, ports);
        } catch (final GroupRefusedException e) {
            Check.that(ports >= 1 << RelayModel.HOSTS, e.getMessage());
        }
    }
}
