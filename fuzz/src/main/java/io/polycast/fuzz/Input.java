package io.polycast.fuzz;

import java.util.Arrays;

/** Takes an input apart; beyond its end there are zeros. */
final class Input {
    private final byte[] bytes;
    private int at;

    Input(final byte[] bytes) {
        this.bytes = bytes;
    }

    boolean isExhausted() {
        return at >= bytes.length;
    }

    /** Next byte, in [0, 255]. */
    int u8() {
        return at < bytes.length ? bytes[at++] & 0xFF : 0;
    }

    /** Next byte, in [-128, 127]. */
    int s8() {
        return (byte) u8();
    }

    /** Next two bytes, big-endian. */
    int u16() {
        return u8() << 8 | u8();
    }

    /** The next bytes, as many as there are up to {@code most}. */
    byte[] take(final int most) {
        final int until = Math.min(bytes.length, at + most);
        final byte[] taken = Arrays.copyOfRange(bytes, Math.min(at, until), until);
        at = until;
        return taken;
    }
}
