package io.polycast.cli.demo;

import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;

/** Looks at a receiver's bytes in the order in which its queue pair executed them. */
interface Verifier {
    /**
     * @param position of the first byte in the stream
     * @param source holds the bytes
     * @param offset of the first one
     * @param length at least 1
     */
    void onBytes(long position, DirectBuffer source, int offset, int length);

    /**
     * @param expected SHA-256 of the sender's bytes
     * @return whether all bytes were right
     */
    boolean holds(ByteBuffer expected);
}
