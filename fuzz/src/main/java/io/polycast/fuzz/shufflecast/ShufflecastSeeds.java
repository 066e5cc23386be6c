package io.polycast.fuzz.shufflecast;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Programs that reach each ending of the role. */
public final class ShufflecastSeeds {
    private static final int PROGRAMS = 16;
    private static final int STEPS = 80;

    /** Groups of datagrams, by their place: two that may have members, one link-local, one unicast. */
    private static final int[] GROUPS = {0, 0, 0, 1, 1, 1, 2, 3};

    private final Random random;
    private final ByteArrayOutputStream program = new ByteArrayOutputStream();

    private ShufflecastSeeds(final long seed) {
        random = new Random(seed);
    }

    /**
     * @return programs, the same ones each time
     */
    public static List<byte[]> programs() {
        final List<byte[]> programs = new ArrayList<>();
        for (int seed = 0; seed < PROGRAMS; seed++) {
            programs.add(new ShufflecastSeeds(seed).write());
        }
        return programs;
    }

    private void step(final int operation, final int port, final int... arguments) {
        program.write(operation | port << 4);
        for (final int each : arguments) {
            program.write(each);
        }
    }

    private byte[] write() {
        for (int version = 1; version <= STEPS; version++) {
            final int port = random.nextInt(RelayNode.PORTS);
            switch (random.nextInt(8)) {
                case 0 -> step(ShufflecastTarget.RULES, 0, 0, version, random.nextInt(256), 0);
                case 1 -> step(ShufflecastTarget.RULES, 0, 5, version, random.nextInt(256), 0);
                case 2 -> step(ShufflecastTarget.GROUP, 0, random.nextInt(2), random.nextInt(4));
                case 3 ->
                        step(
                                ShufflecastTarget.HEARTBEAT,
                                port,
                                random.nextInt(8),
                                random.nextInt(3) == 0 ? 255 : version,
                                random.nextInt(4) == 0 ? 255 : 0);
                case 4 -> rare(version);
                default ->
                        step(
                                ShufflecastTarget.DATAGRAM,
                                port,
                                random.nextInt(10) - 1,
                                random.nextInt(8) == 0
                                        ? 0xF0
                                        : GROUPS[random.nextInt(GROUPS.length)],
                                random.nextInt(80));
            }
        }
        return program.toByteArray();
    }

    private void rare(final int version) {
        switch (random.nextInt(5)) {
            case 0 -> step(ShufflecastTarget.TIME, 0, random.nextInt(8), random.nextInt(256));
            case 1 ->
                    step(
                            ShufflecastTarget.REFUSE,
                            0,
                            random.nextInt(4) == 0 ? random.nextInt(64) : 0);
            case 2 -> step(ShufflecastTarget.RULES, 0, 5, version / 2, 255, 0);
            case 3 -> step(ShufflecastTarget.RULES, 0, 0, version, 1, 255);
            default -> ipv6(random.nextInt(RelayNode.PORTS));
        }
    }

    /** A frame to ff02::1. */
    private void ipv6(final int port) {
        final byte[] frame = new byte[60];
        frame[12] = (byte) 0x86;
        frame[13] = (byte) 0xDD;
        frame[14] = 0x60;
        frame[38] = (byte) 0xFF;
        frame[39] = 2;
        frame[53] = 1;
        step(ShufflecastTarget.RAW, port, 0, frame.length);
        program.writeBytes(frame);
    }
}
