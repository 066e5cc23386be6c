package io.polycast.fuzz.surrogate;

import io.polycast.core.surrogate.spec.SurrogateGroup;
import io.polycast.fuzz.Check;
import io.polycast.fuzz.Input;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.igmp.Igmp;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A run of a node of role surrogate: the input is a program of steps, one byte of operation and its
 * arguments.
 *
 * <pre>
 *   bits 0..3   operation: {@link #RAW}...
 *   bits 4..6   port, or leg
 *   bit  7      the node's tick is left out
 * </pre>
 *
 * Frames between nodes are built with a right CRC, and the other ends of the legs know what is right to
 * say next ({@link LegPeer}). Forbidden states are found by {@link TwinNodes} and {@link SurrogateNode}.
 */
public final class SurrogateTarget {
    /** Two bytes of length, the frame; its CRC is put right on ports with legs. */
    static final int RAW = 0;

    /** Group, class and tag; length. */
    static final int DATAGRAM = 1;

    /** Type, group, whether the checksum is right. */
    static final int IGMP = 2;

    /** Type and lane; priority and flags; sequence; units: to a leg, whatever is right. */
    static final int MESSAGE = 3;

    /** What the other end answers. */
    static final int ANSWER = 4;

    /** Flow, sequence, units: the other end asks for units. */
    static final int ASK = 5;

    /** Flow, sequence, frame inside. */
    static final int DATA = 6;

    /** Classes, quanta. */
    static final int PAUSE = 7;

    /** Two bytes of time, in units of 10 us. */
    static final int TIME = 8;

    /** Group, ports, nodes: set; without ports and nodes unset. */
    static final int GROUP = 9;

    /** Ports that take nothing from now on. */
    static final int REFUSE = 10;

    /** The other end of a leg is another process. */
    static final int RESTART = 11;

    /** A byte of time, in seconds. */
    static final int LONG_TIME = 12;

    private static final int MOST_STEPS = 300;
    private static final int MOST_FRAME = 1200;
    private static final int MOST_TICKS = 32;
    private static final int MOST_LAST_TICKS = 20_000;
    private static final int[] IDS = {
        0xEF01_0101, 0xEF01_0102, 0xEF01_0103, 0xE000_0009, 0x0A00_0009, 0xE181_0101
    };
    private static final int[] TYPES = {
        Igmp.QUERY, Igmp.REPORT_V1, Igmp.REPORT_V2, Igmp.LEAVE, 0x99
    };

    private final Input input;
    private final List<LegPeer> peers = SurrogateNode.LEGS.stream().map(LegPeer::new).toList();
    private final TwinNodes nodes =
            new TwinNodes(frame -> peers.forEach(peer -> peer.onFrame(frame)));
    private long nowNs = 1_000_000_000L;

    private SurrogateTarget(final byte[] bytes) {
        input = new Input(bytes);
    }

    /**
     * @param bytes of the program
     */
    public static void fuzzerTestOneInput(final byte[] bytes) {
        run(bytes, counters -> {});
    }

    /** Runs a program, and gives the node's counters to {@code at} when all frames have ended. */
    static void run(final byte[] bytes, final Consumer<CounterBlock> at) {
        final SurrogateTarget target = new SurrogateTarget(bytes);
        try (target.nodes) {
            target.run();
            at.accept(target.nodes.counters());
        }
    }

    private void run() {
        tick();
        for (int steps = 0; steps < MOST_STEPS && !input.isExhausted(); steps++) {
            final int operation = input.u8();
            step(operation & 0xF, operation >> 4 & 7);
            if (operation < 0x80) {
                tick();
            }
        }
        drain();
    }

    private void step(final int operation, final int place) {
        final LegPeer peer = peers.get(place % peers.size());
        switch (operation) {
            case RAW -> raw(place);
            case DATAGRAM -> feed(place, datagram());
            case IGMP -> feed(place, igmp());
            case MESSAGE -> message(place, peer);
            case ANSWER -> peer.answer(input.u8(), frame -> feed(peer.leg.port(), frame));
            case ASK -> feed(peer.leg.port(), peer.ask(flow(), input.s8() / 64, input.u8()));
            case DATA -> feed(peer.leg.port(), peer.data(flow(), input.s8() / 64, inside()));
            case PAUSE -> pause(place);
            case TIME -> advance(input.u16() * 10_000L);
            case GROUP -> change();
            case REFUSE -> nodes.refuse(input.u8());
            case RESTART -> peer.restart();
            case LONG_TIME -> advance(input.u8() * 1_000_000_000L);
            default -> nowNs += 1_000;
        }
    }

    private void raw(final int port) {
        final byte[] frame = input.take(Math.min(input.u16(), MOST_FRAME));
        feed(port, TwinNodes.carriesLegs(port) ? LegFrames.repair(frame) : frame);
    }

    private static int id(final int index) {
        return IDS[index % IDS.length];
    }

    private byte[] datagram() {
        final int what = input.u8();
        final boolean tagged = (what & 0x40) != 0;
        return LegFrames.datagram(id(what), what >> 3 & 7, tagged, 4 * input.u8());
    }

    private byte[] igmp() {
        final int what = input.u8();
        final int group = id(input.u8());
        final boolean right = what < 0xC0;
        final int type = what & 0xF;
        return type < TYPES.length
                ? LegFrames.igmp(TYPES[type], group, (what & 0x10) == 0 ? 0x0A00_0002 : 0, right)
                : LegFrames.report(type - TYPES.length, group, what >> 4 & 3, right);
    }

    private byte[] inside() {
        final int kind = input.u8();
        return switch (kind & 3) {
            case 0, 1 -> datagram();
            case 2 -> igmp();
            default -> input.take(kind >> 2);
        };
    }

    /** A flow as a rule on a lane that the node knows. */
    private int flow() {
        return input.u8() % SurrogateNode.FLOWS;
    }

    private void message(final int place, final LegPeer peer) {
        final int what = input.u8();
        final int flags = input.u8();
        final int lane = what >> 4 & 7;
        final int priority = flags & 0xF;
        final int voq = priority * SurrogateNode.STEPS + lane + ((flags & 0x10) == 0 ? 0 : 1);
        final LegFrames.Place at = new LegFrames.Place(priority, lane, voq);
        final byte[] frame = peer.frames.message(what & 0xF, at, input.s8(), input.u8() * 0x81);
        if ((flags & 0xE0) == 0xE0) {
            frame[input.u8() % frame.length] ^= (byte) input.u8();
        }
        // Every other leg frame comes in by a port of hosts where flag 5 says so.
        feed((flags & 0x60) == 0x20 ? place : peer.leg.port(), frame);
    }

    private void pause(final int port) {
        final int classes = input.u8();
        feed(port, LegFrames.pause(port % 2 == 0, classes, input.u8() << 8));
    }

    private void change() {
        final int id = id(input.u8());
        final int ports = input.u8();
        final int legs = input.u8();
        final List<String> forward = new ArrayList<>();
        for (int leg = 0; leg < peers.size(); leg++) {
            if ((legs >> leg & 1) != 0) {
                forward.add(peers.get(leg).leg.node());
            }
        }
        if (ports == 0 && forward.isEmpty()) {
            nodes.unset(nowNs, id);
        } else {
            nodes.set(nowNs, new SurrogateGroup(id, ports, forward));
        }
    }

    private void feed(final int port, final byte[] frame) {
        nodes.receive(nowNs, port, frame);
    }

    private long tick() {
        return nodes.tick(nowNs);
    }

    private void advance(final long ns) {
        final long endNs = nowNs + ns;
        long deadlineNs = tick();
        for (int i = 0; i < MOST_TICKS && deadlineNs <= endNs; i++) {
            nowNs = deadlineNs;
            deadlineNs = tick();
        }
        nowNs = endNs;
    }

    /** All legs fall silent: every held frame ends within bounded time. */
    private void drain() {
        nodes.refuse(0);
        for (int i = 0; i < MOST_LAST_TICKS && nodes.held() > 0; i++) {
            nowNs = tick();
        }
        Check.equal(0, nodes.held(), "frames held at the end");
        Check.that(nodes.hasEmptyQueues(), "a queue holds what nobody holds");
    }
}
