package io.polycast.parser.pcap;

/** A capture that cannot be read: the message says what, at which byte, and what to do about it. */
public final class CaptureFormatException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long byteOffset;

    /**
     * @param what is wrong
     * @param byteOffset where, counted from the capture's first byte
     * @param remedy what the user can do
     */
    public CaptureFormatException(final String what, final long byteOffset, final String remedy) {
        super(what + " at byte " + byteOffset + "; " + remedy);
        this.byteOffset = byteOffset;
    }

    /**
     * @return where in the capture
     */
    public long byteOffset() {
        return byteOffset;
    }
}
