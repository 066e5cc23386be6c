package io.polycast.node.endpoint;

import org.agrona.DirectBuffer;

/** Which bytes of a file have arrived. They come in order and go round, from where the receiver joined. */
final class Arrival {
    private long length = -1;

    /** Where the first byte belonged. */
    private long start;

    /** Bytes since then, without a gap; not above the length. */
    private long have;

    private byte[] hash;
    private boolean data;
    private boolean finished;

    /** Where the next byte of the message belongs. */
    private long position;

    /**
     * Reads the head of a message.
     *
     * @param source holds the message's first packet
     * @param offset of the head
     * @param bytes of the packet's payload
     * @return what is wrong with it, or empty
     */
    String open(final DirectBuffer source, final int offset, final int bytes) {
        if (bytes < Piece.LENGTH || !Piece.isOne(source, offset)) {
            return "the group carries messages that are not of polycast endpoint send";
        }
        final long fileLength = Piece.fileLength(source, offset);
        if (length >= 0 && fileLength != length) {
            return "another file came before this one was whole: use one group for one file";
        }
        length = fileLength;
        data = Piece.kind(source, offset) == Piece.DATA;
        finished = Piece.kind(source, offset) == Piece.FIN;
        position = Piece.position(source, offset);
        if (finished) {
            return "";
        }
        if (!data) {
            if (bytes != Piece.LENGTH + Piece.HASH) {
                return "the end of the file came without its SHA-256";
            }
            hash = new byte[Piece.HASH];
            source.getBytes(offset + Piece.LENGTH, hash);
        } else if (have == 0) {
            start = position;
        } else if (have < length && position != (start + have) % length) {
            return "bytes from " + (start + have) % length + " on were lost before " + position;
        }
        return "";
    }

    /** Whether the bytes that follow are new ones of the file. */
    boolean isWanted() {
        return data && have < length;
    }

    /** Where the next byte belongs. */
    long position() {
        return position;
    }

    /**
     * Bytes of the file have come.
     *
     * @return what is wrong with them, or empty
     */
    String advance(final int bytes) {
        position += bytes;
        have += bytes;
        return position <= length ? "" : "bytes beyond the end of the file came";
    }

    /** Bytes that lie without a gap at the start of the file. */
    long prefix() {
        if (start == 0 || have >= length) {
            return have;
        }
        return Math.max(0, have - (length - start));
    }

    /** Whether all bytes and the source's SHA-256 are there. */
    boolean isComplete() {
        return hash != null && have >= length;
    }

    /** Whether all members have all, as the last message says. */
    boolean isFinished() {
        return finished;
    }

    /** Bytes of the file; -1 before the first message. */
    long length() {
        return length;
    }

    /** The source's SHA-256, or null. */
    byte[] hash() {
        return hash;
    }
}
