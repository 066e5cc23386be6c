package io.polycast.dataplane.schema;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;

/** Keeps what it has read until it is dropped; places are code points from the beginning. */
final class KeepingReader extends Reader {
    private final Reader in;
    private final StringBuilder kept = new StringBuilder();
    private int dropped;

    /** Of the first read that failed; none after it is to look as if nothing were missing. */
    private IOException failure;

    KeepingReader(final Reader in) {
        this.in = in;
    }

    @Override
    public int read(final char[] buffer, final int offset, final int length) throws IOException {
        if (failure != null) {
            throw failure;
        }
        try {
            final int count = in.read(buffer, offset, length);
            kept.append(buffer, offset, Math.max(0, count));
            return count;
        } catch (final IOException e) {
            failure = e;
            throw e;
        }
    }

    void dropBefore(final int place) {
        kept.delete(0, kept.offsetByCodePoints(0, place - dropped));
        dropped = place;
    }

    String until(final int place) {
        return kept.substring(0, kept.offsetByCodePoints(0, place - dropped));
    }

    /** All of the text, of which nothing may have been dropped; null when it has more bytes. */
    String readUpTo(final int bytes) throws IOException {
        final char[] piece = new char[4096];
        int count = 0;
        while (count >= 0 && kept.length() <= bytes) {
            count = read(piece, 0, piece.length);
        }
        final String text = kept.toString();
        return text.length() > bytes || text.getBytes(StandardCharsets.UTF_8).length > bytes
                ? null
                : text;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
