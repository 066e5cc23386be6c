package io.polycast.core.shufflecast.spec;

/**
 * Addresses of sources: ToR i owns a prefix of its own, behind that of ToR i - 1.
 *
 * @param base first address of ToR 0, as an int in network order
 * @param length bits of the prefix of one ToR, in [1, 32]
 * @param tors number of logical nodes, in [1, 65536]
 */
public record SourceRange(int base, int length, int tors) {
    /** Answer of {@link #tor} for an address of no ToR. */
    public static final int NONE = -1;

    /**
     * @param address as an int in network order
     * @return the ToR that owns it, or {@link #NONE}
     */
    public int tor(final int address) {
        final long tor = (address - base & 0xFFFF_FFFFL) >>> Integer.SIZE - length;
        return tor < tors ? (int) tor : NONE;
    }
}
