package io.polycast.cli.demo;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.agrona.DirectBuffer;

/** Hashes every byte; right means the sender's own hash. */
final class HashVerifier implements Verifier {
    private final MessageDigest digest = sha256();
    private final byte[] scratch = new byte[4096];

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    @Override
    public void onBytes(
            final long position, final DirectBuffer source, final int offset, final int length) {
        int done = 0;
        while (done < length) {
            final int part = Math.min(scratch.length, length - done);
            source.getBytes(offset + done, scratch, 0, part);
            digest.update(scratch, 0, part);
            done += part;
        }
    }

    @Override
    public boolean holds(final ByteBuffer expected) {
        return ByteBuffer.wrap(digest.digest()).equals(expected);
    }
}
