package io.polycast.cli.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class VerifierTest {
    private static final int LENGTH = 6000;

    private final Payload payload = new Payload(5);
    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[LENGTH]);

    @BeforeEach
    void fill() {
        payload.fill(bytes, 0, 0, LENGTH);
    }

    private ByteBuffer hash() {
        return ByteBuffer.wrap(HashVerifier.sha256().digest(bytes.byteArray()));
    }

    @Test
    void shouldAcceptTheSendersBytesInAnyPieces() {
        final Verifier verifier = new HashVerifier();
        verifier.onBytes(0, bytes, 0, 5000);
        verifier.onBytes(5000, bytes, 5000, LENGTH - 5000);
        assertTrue(verifier.holds(hash()));
    }

    @Test
    void shouldNotAcceptOneFlippedBit() {
        final ByteBuffer hash = hash();
        bytes.putByte(4321, (byte) (bytes.getByte(4321) ^ 0x10));
        final Verifier verifier = new HashVerifier();
        verifier.onBytes(0, bytes, 0, LENGTH);
        assertFalse(verifier.holds(hash));
    }

    @Test
    void shouldNotAcceptAWrongSample() {
        final Verifier right = new SampleVerifier(payload);
        right.onBytes(0, bytes, 0, LENGTH);
        assertTrue(right.holds(hash()));
        final Verifier wrong = new SampleVerifier(payload);
        wrong.onBytes(64, bytes, 0, LENGTH);
        assertFalse(wrong.holds(hash()));
    }

    @Test
    void shouldLoseTheSameFramesForTheSameSeed() {
        final Hop one = new Hop(0.1, 9, 4);
        final Hop same = new Hop(0.1, 9, 4);
        final Hop other = new Hop(0.1, 9, 5);
        int different = 0;
        for (int i = 0; i < 10_000; i++) {
            final boolean lost = one.loses();
            assertEquals(lost, same.loses());
            different += lost == other.loses() ? 0 : 1;
        }
        assertEquals(0.1, one.lost() / 10_000.0, 0.02);
        assertTrue(different > 1000, "hops must not lose in step");
    }
}
