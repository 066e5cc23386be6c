package io.polycast.node.endpoint;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256, which each Java platform has. */
final class Sha256 {
    private Sha256() {}

    static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
