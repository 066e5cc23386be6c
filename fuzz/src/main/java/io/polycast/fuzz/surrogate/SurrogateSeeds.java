package io.polycast.fuzz.surrogate;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Programs of {@link SurrogateTarget}: runs in which frames mostly pass, and one for each kind of fault. */
public final class SurrogateSeeds {
    private static final int PROGRAMS = 32;
    private static final int PROGRAM_BYTES = 600;
    private static final int NO_TICK = 0x80;
    private static final int ALL = 7;

    private final ByteArrayOutputStream program = new ByteArrayOutputStream();
    private final Random random;

    private SurrogateSeeds(final long seed) {
        random = new Random(seed);
    }

    /**
     * @return the programs, in the same order each time
     */
    public static List<byte[]> programs() {
        final List<byte[]> programs = new ArrayList<>();
        for (int seed = 0; seed < PROGRAMS; seed++) {
            programs.add(new SurrogateSeeds(seed).traffic(seed % 4));
        }
        return programs;
    }

    private void step(final int operation, final int place, final int... arguments) {
        program.write(operation | place << 4 | (random.nextInt(8) == 0 ? NO_TICK : 0));
        for (final int argument : arguments) {
            program.write(argument);
        }
    }

    private void handshake() {
        for (int leg = 0; leg < 3; leg++) {
            step(SurrogateTarget.ANSWER, leg, 1);
        }
    }

    /** Groups, a handshake, and steps drawn from a list. */
    private byte[] traffic(final int faults) {
        step(SurrogateTarget.GROUP, 0, 0, 0b1111, 0b011);
        step(SurrogateTarget.GROUP, 0, 1, 0b0001, 0b100);
        step(SurrogateTarget.GROUP, 0, 4, 0, 0b001);
        handshake();
        while (program.size() < PROGRAM_BYTES) {
            final int leg = random.nextInt(3);
            switch (random.nextInt(12 + faults)) {
                case 0, 1, 2 -> datagrams();
                case 3 -> igmp();
                case 4, 5 -> step(SurrogateTarget.ANSWER, leg, ALL);
                case 6, 7, 8 -> frameByLeg(leg);
                case 9 -> step(SurrogateTarget.TIME, 0, 0, random.nextInt(256));
                case 10 -> step(SurrogateTarget.ANSWER, leg, random.nextInt(ALL + 1));
                case 11 -> rare(leg);
                default -> fault(leg);
            }
        }
        return program.toByteArray();
    }

    private void datagrams() {
        final int what = random.nextInt(6) | random.nextInt(8) << 3 | random.nextInt(2) << 6;
        for (int i = random.nextInt(6); i >= 0; i--) {
            step(SurrogateTarget.DATAGRAM, random.nextInt(4), what, random.nextInt(256));
        }
    }

    private void igmp() {
        step(SurrogateTarget.IGMP, random.nextInt(4), random.nextInt(256), random.nextInt(6));
    }

    private void frameByLeg(final int leg) {
        final int flow = random.nextInt(8) * SurrogateNode.STEPS + 1 + random.nextInt(4);
        step(SurrogateTarget.ASK, leg, flow, 0, 8);
        for (int i = random.nextInt(4); i >= 0; i--) {
            step(SurrogateTarget.DATA, leg, flow, 0, 0, random.nextInt(6), 50);
        }
    }

    private void rare(final int leg) {
        switch (random.nextInt(6)) {
            case 0 -> step(SurrogateTarget.PAUSE, random.nextInt(8), random.nextInt(256), 0xFF);
            case 1 -> step(SurrogateTarget.REFUSE, 0, random.nextInt(3) == 0 ? 0x32 : 0);
            case 2 -> {
                step(SurrogateTarget.RESTART, leg);
                handshake();
            }
            case 3 -> step(SurrogateTarget.LONG_TIME, 0, random.nextInt(200));
            case 4 ->
                    step(
                            SurrogateTarget.GROUP,
                            0,
                            random.nextInt(6),
                            random.nextInt(16),
                            random.nextInt(8));
            default -> step(SurrogateTarget.DATAGRAM, 6, 2, 20);
        }
    }

    /** Grants never asked for, ACKs of the unsent, jumps, unknown lanes, a leg's frame on a host's port. */
    private void fault(final int leg) {
        final int type = random.nextInt(10);
        final int lane = random.nextInt(6);
        final int flags = random.nextInt(3) == 0 ? random.nextInt(256) : random.nextInt(8);
        final int sequence = random.nextInt(5);
        step(SurrogateTarget.MESSAGE, leg, type | lane << 4, flags, sequence, random.nextInt(4));
        if ((flags & 0xE0) == 0xE0) {
            program.write(random.nextInt(60));
            program.write(random.nextInt(256));
        }
        if (random.nextInt(4) == 0) {
            step(SurrogateTarget.DATA, leg, random.nextInt(40), 64, 0, 0, 50);
        }
    }
}
