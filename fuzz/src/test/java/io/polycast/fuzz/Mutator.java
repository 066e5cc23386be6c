package io.polycast.fuzz;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Changes inputs a little, the same way for the same seed. */
final class Mutator {
    private static final byte[] TELLING = {0, 1, -1, 127, -128, 16, 64, '"', '\n', '[', '{', ':'};

    private final Random random;

    Mutator(final long seed) {
        random = new Random(seed);
    }

    byte[] mutate(final List<byte[]> seeds, final int mostBytes) {
        byte[] bytes = seeds.get(random.nextInt(seeds.size())).clone();
        final int steps = 1 + random.nextInt(6);
        for (int i = 0; i < steps; i++) {
            bytes = step(bytes, seeds);
        }
        return bytes.length <= mostBytes ? bytes : Arrays.copyOf(bytes, mostBytes);
    }

    private byte[] step(final byte[] bytes, final List<byte[]> seeds) {
        if (bytes.length == 0) {
            return new byte[] {(byte) random.nextInt()};
        }
        final int at = random.nextInt(bytes.length);
        switch (random.nextInt(7)) {
            case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes[at] = TELLING[random.nextInt(TELLING.length)];
            case 2 -> bytes[at] = (byte) random.nextInt();
            case 3 -> bytes[at] += (byte) (random.nextInt(9) - 4);
            case 4 -> {
                return Arrays.copyOf(bytes, at);
            }
            case 5 -> {
                // Part of another seed follows, or replaces what was there.
                final byte[] other = seeds.get(random.nextInt(seeds.size()));
                final int from = random.nextInt(other.length + 1);
                final byte[] joined = Arrays.copyOf(bytes, at + other.length - from);
                System.arraycopy(other, from, joined, at, other.length - from);
                return joined;
            }
            default -> {
                // A piece is doubled.
                final int length = random.nextInt(Math.min(64, bytes.length - at)) + 1;
                final byte[] longer = new byte[bytes.length + length];
                System.arraycopy(bytes, 0, longer, 0, at + length);
                System.arraycopy(bytes, at, longer, at + length, bytes.length - at);
                return longer;
            }
        }
        return bytes;
    }
}
