package io.polycast.fuzz;

import java.util.Arrays;

/** Takes an input apart; beyond its end there are zeros. */
public final class Input {
    private final byte[] bytes;
    private int at;

    /**
     * @param bytes of the input
     */
    public Input(final byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * @return whether all bytes are taken
     */
    public boolean isExhausted() {
        return at >= bytes.length;
    }

    /** Next byte, in [0, 255]. */
    public int u8() {
        return at < bytes.length ? bytes[at++] & 0xFF : 0;
    }

    /** Next byte, in [-128, 127]. */
    public int s8() {
        return (byte) u8();
    }

    /** Next two bytes, big-endian. */
    public int u16() {
        return u8() << 8 | u8();
    }

    /** The next bytes, as many as there are up to {@code most}. */
    public byte[] take(final int most) {
        final int until = Math.min(bytes.length, at + most);
        final byte[] taken = Arrays.copyOfRange(bytes, Math.min(at, until), until);
        at = until;
        return taken;
    }
}
