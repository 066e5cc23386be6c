package io.polycast.mft.registration.auth;

import java.util.Arrays;

/**
 * A key of registration.
 *
 * @param id on the wire, 32 bits
 * @param secret at least {@link #SHORTEST} bytes
 */
public record MrpKey(int id, byte[] secret) {
    /** Fewest bytes of a secret (RFC 2104, section 3, asks for the length of the hash). */
    public static final int SHORTEST = 32;

    public MrpKey {
        if (secret.length < SHORTEST) {
            throw new IllegalArgumentException(
                    "key "
                            + id
                            + " has "
                            + secret.length
                            + " bytes, at least "
                            + SHORTEST
                            + " are needed; make one with: head -c 32 /dev/urandom");
        }
        secret = secret.clone();
    }

    @Override
    public byte[] secret() {
        return secret.clone();
    }

    @Override
    public boolean equals(final Object o) {
        return o instanceof MrpKey that && id == that.id && Arrays.equals(secret, that.secret);
    }

    @Override
    public int hashCode() {
        return id;
    }

    /** The secret stays out of logs. */
    @Override
    public String toString() {
        return "key " + id;
    }
}
