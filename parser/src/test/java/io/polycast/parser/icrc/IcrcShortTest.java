package io.polycast.parser.icrc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.agrona.concurrent.UnsafeBuffer;

/** ICRCs of packets of any length, the short ones of feedback among them, by the definition. */
class IcrcShortTest {
    private static final int HEADERS = 20 + 8 + 12;

    @Property(tries = 2_000)
    void isTheChecksumOverTheMaskedPacket(
            @ForAll final long seed,
            @ForAll @IntRange(max = 40) final int after,
            @ForAll @IntRange(max = 9) final int before,
            @ForAll final boolean direct) {
        final byte[] packet = new byte[HEADERS + after];
        new Random(seed).nextBytes(packet);
        final UnsafeBuffer buffer =
                new UnsafeBuffer(
                        direct ? ByteBuffer.allocateDirect(128) : ByteBuffer.wrap(new byte[128]));
        buffer.putBytes(before, packet);
        assertEquals(
                byDefinition(packet),
                new Icrc().compute(buffer, 4, before, before + packet.length));
    }

    private static int byDefinition(final byte[] packet) {
        final byte[] masked = packet.clone();
        // TOS, TTL, IP checksum, UDP checksum, the BTH's congestion bits
        for (final int at : new int[] {1, 8, 10, 11, 26, 27, 32}) {
            masked[at] = (byte) 0xFF;
        }
        final byte[] ones = new byte[8];
        Arrays.fill(ones, (byte) 0xFF);
        final CRC32 crc = new CRC32();
        crc.update(ones);
        crc.update(masked);
        return (int) crc.getValue();
    }
}
