package io.polycast.xdp.afpacket;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HexFormat;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class OffloadsTest {
    /** RFC 1071, word by word, as slow as it is obvious. */
    private static int sum(final byte[] bytes, final int from) {
        int sum = 0;
        for (int i = from; i < bytes.length; i++) {
            sum += (i - from) % 2 == 0 ? (bytes[i] & 0xff) << 8 : bytes[i] & 0xff;
            sum = (sum & 0xffff) + (sum >>> 16);
        }
        return sum;
    }

    @Property
    void shouldMakeTheSumComeOutAsAllOnes(
            @ForAll @Size(min = 40, max = 200) final byte[] frame,
            @ForAll @IntRange(min = 0, max = 20) final int start,
            @ForAll @IntRange(min = 0, max = 9) final int halfField) {
        final int pseudo =
                sum(Arrays.copyOfRange(frame, start + 2 * halfField, start + 2 * halfField + 2), 0);
        final UnsafeBuffer buffer = new UnsafeBuffer(frame);
        assertTrue(Offloads.completeChecksum(buffer, 0, frame.length, start, 2 * halfField));
        // All words and the pseudo header together: 0xffff. The mangled zero adds the same.
        final int all = sum(frame, start) + pseudo;
        assertEquals(0xffff, (all & 0xffff) + (all >>> 16));
    }

    @Test
    void shouldCompleteAUdpChecksumByHand() {
        // UDP 1 -> 2, length 10, payload 00 03; field holds the pseudo header's sum 0x1234.
        final byte[] udp = HexFormat.of().parseHex("00010002000a12340003");
        assertTrue(Offloads.completeChecksum(new UnsafeBuffer(udp), 0, 10, 0, 6));
        // 1 + 2 + a + 1234 + 3 = 1244; inverted edbb
        assertEquals("00010002000aedbb0003", HexFormat.of().formatHex(udp));
    }

    @Test
    void shouldRefuseAFieldOutsideTheFrame() {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[60]);
        assertFalse(Offloads.completeChecksum(frame, 0, 40, 34, 6));
        assertFalse(Offloads.completeChecksum(frame, 0, 40, 65535, 65535));
        assertTrue(Offloads.completeChecksum(frame, 0, 42, 34, 6));
    }

    @Property
    void shouldPutTheTagBehindTheAddresses(
            @ForAll @Size(14) final byte[] frame, @ForAll final int tag) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[32]);
        buffer.putBytes(8, frame);
        assertEquals(4, Offloads.restoreVlanTag(buffer, 8, tag));
        final byte[] tagged = new byte[18];
        buffer.getBytes(4, tagged);
        assertArrayEquals(Arrays.copyOf(frame, 12), Arrays.copyOf(tagged, 12));
        assertEquals(tag, buffer.getInt(16, java.nio.ByteOrder.BIG_ENDIAN));
        assertArrayEquals(Arrays.copyOfRange(frame, 12, 14), Arrays.copyOfRange(tagged, 16, 18));
    }
}
