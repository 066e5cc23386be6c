package io.polycast.parser.wire;

/**
 * Invariant CRC that ends a RoCE packet (IBTA volume 1, 7.8.1), 4 bytes, least significant byte
 * first. {@link io.polycast.parser.icrc.Icrc} computes it.
 */
public final class IcrcField {
    /** Bytes of the field. */
    public static final int LENGTH = 4;

    private IcrcField() {}
}
