package io.polycast.endhost.verbs;

import org.agrona.DirectBuffer;

/**
 * Takes payload in place, so that hashing or storing needs no further copy. Called once per packet
 * that was executed: in order, without gaps, never for a duplicate.
 */
@FunctionalInterface
public interface PayloadSink {
    /**
     * @param position of the first byte: in the message for a SEND, from the start of the region for
     *     a WRITE
     * @param source holds the payload until this call returns
     * @param offset of the first byte
     * @param length in bytes, at least 1
     */
    void onPayload(long position, DirectBuffer source, int offset, int length);
}
