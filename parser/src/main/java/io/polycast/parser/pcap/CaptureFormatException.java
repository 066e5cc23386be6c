package io.polycast.parser.pcap;

/** A capture cannot be read. The message has the fault, its byte offset and the remedy. */
public final class CaptureFormatException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long byteOffset;

    /**
     * @param what the fault
     * @param byteOffset where, counted from the capture's first byte
     * @param remedy for the user
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
