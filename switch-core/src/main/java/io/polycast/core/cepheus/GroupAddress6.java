package io.polycast.core.cepheus;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** The /96 under which IPv6 groups have their addresses: prefix, then McstID. */
final class GroupAddress6 {
    private final UnsafeBuffer prefix;

    /** With null nothing ever matches. */
    GroupAddress6(final byte[] prefix12) {
        prefix = prefix12 == null ? null : new UnsafeBuffer(prefix12.clone());
    }

    boolean matches(final DirectBuffer frame, final int offset) {
        return prefix != null
                && prefix.getLong(0) == frame.getLong(offset)
                && prefix.getInt(8) == frame.getInt(offset + 8);
    }
}
