package io.polycast.parser.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteOrder;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class ChecksumTest {
    @Property
    void shouldSumAsWordByWord(@ForAll @Size(max = 100) final byte[] bytes) {
        int sum = 0;
        for (int i = 0; i < bytes.length; i++) {
            sum += (bytes[i] & 0xFF) << (i % 2 == 0 ? 8 : 0);
            sum = (sum & 0xFFFF) + (sum >>> 16);
        }
        final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        assertEquals(sum, InternetChecksum.fold(InternetChecksum.add(0, buffer, 0, bytes.length)));
    }

    @Property
    void shouldUpdateAnIpv4ChecksumAsIfComputedAnew(
            @ForAll final int src,
            @ForAll final int oldDst,
            @ForAll final int newDst,
            @ForAll @IntRange(max = 0xFFFF) final int newId) {
        final UnsafeBuffer header = new UnsafeBuffer(new byte[20]);
        Ipv4.write(header, 0, 2, 60, Ipv4.DONT_FRAGMENT, 64, 17);
        Ipv4.identification(header, 0, 7);
        Ipv4.src(header, 0, src);
        Ipv4.dst(header, 0, oldDst);
        Ipv4.storeChecksum(header, 0);
        assertTrue(Ipv4.isChecksumRight(header, 0, 20));
        int checksum = InternetChecksum.update32(Ipv4.checksum(header, 0), oldDst, newDst);
        checksum = InternetChecksum.update16(checksum, 7, newId);
        Ipv4.dst(header, 0, newDst);
        Ipv4.identification(header, 0, newId);
        Ipv4.checksum(header, 0, checksum);
        assertTrue(Ipv4.isChecksumRight(header, 0, 20));
        assertEquals(Ipv4.computeChecksum(header, 0), checksum);
    }

    @Property
    void shouldUpdateAUdpChecksumAsIfComputedAnew(
            @ForAll @Size(max = 60) final byte[] payload,
            @ForAll final boolean v6,
            @ForAll final int newDst) {
        final int udp = v6 ? 40 : 20;
        final int length = 8 + payload.length;
        final UnsafeBuffer packet = new UnsafeBuffer(new byte[udp + length]);
        if (v6) {
            Ipv6.write(packet, 0, 0, 0, length, 17, 64);
        } else {
            Ipv4.write(packet, 0, 0, 20 + length, 0, 64, 17);
            Ipv4.src(packet, 0, 0x0A00_0001);
        }
        Udp.write(packet, udp, 0xC000, 4791, length);
        packet.putBytes(udp + 8, payload);
        final int before = Udp.computeChecksum(packet, 0, v6 ? 6 : 4, udp);
        assertNotEquals(0, before);
        packet.putInt(udp - 4, newDst, ByteOrder.BIG_ENDIAN);
        final int after = Udp.updateChecksum(before, 0, newDst);
        Udp.checksum(packet, udp, after);
        assertTrue(Udp.isChecksumRight(packet, 0, v6 ? 6 : 4, udp));
        assertEquals(Udp.computeChecksum(packet, 0, v6 ? 6 : 4, udp), after);
        Udp.checksum(packet, udp, after ^ 0x0100);
        assertEquals(after == 0x0100, Udp.isChecksumRight(packet, 0, v6 ? 6 : 4, udp));
    }

    @Test
    void shouldNeverRepairAMissingUdpChecksum() {
        assertEquals(0, Udp.updateChecksum(0, 1, 2));
    }

    @Test
    void shouldSendAComputedZeroAsOnes() {
        assertEquals(0xFFFF, Udp.updateChecksum(0x0001, 0, 1));
    }
}
