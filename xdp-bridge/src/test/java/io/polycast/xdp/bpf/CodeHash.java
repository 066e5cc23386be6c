package io.polycast.xdp.bpf;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.agrona.concurrent.UnsafeBuffer;

/** A program as a test can pin it. */
public final class CodeHash {
    private CodeHash() {}

    /** Number of instruction slots, and the SHA-256 of their bytes. */
    public static String of(final UnsafeBuffer code) {
        final byte[] bytes = new byte[code.capacity()];
        code.getBytes(0, bytes);
        try {
            final MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return bytes.length / 8 + " " + HexFormat.of().formatHex(digest.digest(bytes));
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
