package io.polycast.mft.registration.auth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.mrp.Mrp;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpNode;
import io.polycast.parser.mrp.MrpPacket;
import io.polycast.parser.mrp.MrpType;
import io.polycast.parser.mrp.MrpWriter;
import java.util.HexFormat;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class MrpAuthenticatorTest {
    private static final MrpAddress GROUP = MrpAddress.ipv4(0x0AFF0001);
    private static final long NOW = 1_700_000_000_000L;

    /** Computed by another implementation (docs/mrp.md). */
    private static final String SIGNED =
            "11020007000100020a000001000100010a000002000101000000000101020304050607080000018bcfe56800"
                + "d6a0892f5250fccfa4d43efb82496745e027a4d1547a0e8a416e53afbe9ba7f5";

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[2048]);
    private final MrpPacket packet = new MrpPacket();

    @Test
    void shouldMakeTheTrailerOfTheSpecification() {
        final int length = signed(new MrpAuthenticator(keys(1), 0x0102030405060708L, 100), NOW);
        final byte[] bytes = new byte[length];
        buffer.getBytes(0, bytes);
        assertEquals(SIGNED, HexFormat.of().formatHex(bytes));
        assertTrue(verify(receiver(1), length, NOW));
    }

    @Test
    void shouldAcceptAPacketOnce() {
        final MrpAuthenticator receiver = receiver(1);
        final int length = signed(sender(1), NOW);
        assertTrue(verify(receiver, length, NOW));
        assertFalse(verify(receiver, length, NOW));
        assertFalse(verify(receiver, length, NOW + 29_000));
        assertFalse(verify(receiver.withKeys(keys(1, 2)), length, NOW + 29_000));
    }

    @Test
    void shouldRememberANonceForAsLongAsItsTimeHolds() {
        final MrpAuthenticator receiver = receiver(1);
        final MrpAuthenticator sender = sender(1);
        assertTrue(verify(receiver, signed(sender, NOW), NOW));
        final int length = signed(sender, NOW + 89_000);
        assertTrue(verify(receiver, length, NOW + 59_000));
        for (long at = NOW + 59_000; at <= NOW + 119_000; at += 1000) {
            assertFalse(verify(receiver, length, at), "at " + (at - NOW));
        }
    }

    @Test
    void shouldRefuseWhatIsOutOfTheWindow() {
        final int length = signed(sender(1), NOW);
        assertFalse(verify(receiver(1), length, NOW + 30_001));
        assertFalse(verify(receiver(1), length, NOW - 30_001));
        assertFalse(verify(receiver(1), length, NOW + 300_000));
        assertTrue(verify(receiver(1), length, NOW + 30_000));
        assertTrue(verify(receiver(1), length, NOW - 30_000));
    }

    @Test
    void shouldRefuseOtherKeysGroupsAndBytes() {
        final int length = signed(sender(1), NOW);
        assertFalse(verify(receiver(2), length, NOW));
        final MrpAuthenticator other =
                new MrpAuthenticator(List.of(new MrpKey(1, new byte[32])), 0, 100);
        assertFalse(verify(other, length, NOW));
        assertTrue(packet.wrap(buffer, 0, length));
        assertFalse(receiver(1).verify(MrpAddress.ipv4(0x0AFF0002), packet, NOW));
        final MrpAuthenticator receiver = receiver(1);
        for (int bit = 0; bit < length * 8; bit++) {
            buffer.putByte(bit / 8, (byte) (buffer.getByte(bit / 8) ^ 1 << bit % 8));
            assertFalse(verify(receiver, length, NOW), "bit " + bit);
            buffer.putByte(bit / 8, (byte) (buffer.getByte(bit / 8) ^ 1 << bit % 8));
        }
        assertTrue(verify(receiver, length, NOW));
    }

    @Test
    void shouldRefuseUnsignedPacketsUnlessAuthenticationIsOff() {
        final int length = signed(MrpAuthenticator.none(), NOW);
        assertFalse(verify(receiver(1), length, NOW));
        assertTrue(verify(MrpAuthenticator.none(), length, NOW));
        assertFalse(verify(MrpAuthenticator.none(), signed(sender(1), NOW), NOW));
    }

    @Test
    void shouldAcceptTwoKeysWhileOneIsReplaced() {
        final MrpAuthenticator receiver = new MrpAuthenticator(keys(2, 1), 0, 100);
        assertTrue(verify(receiver, signed(sender(1), NOW), NOW));
        assertTrue(verify(receiver, signed(receiver, NOW), NOW));
        assertTrue(verify(receiver(2), signed(receiver, NOW), NOW));
        assertFalse(verify(receiver.withKeys(keys(2)), signed(sender(1), NOW), NOW));
    }

    @Test
    void shouldRefuseWhenTheMemoryOfNoncesIsFull() {
        final MrpAuthenticator receiver = new MrpAuthenticator(keys(1), 0, 3);
        final MrpAuthenticator sender = sender(1);
        for (int i = 0; i < 3; i++) {
            assertTrue(verify(receiver, signed(sender, NOW), NOW));
        }
        assertFalse(verify(receiver, signed(sender, NOW), NOW));
        assertTrue(verify(receiver, signed(sender, NOW + 60_000), NOW + 60_000));
    }

    @Test
    void shouldRefuseKeysThatCannotBe() {
        assertThrows(IllegalArgumentException.class, () -> new MrpKey(1, new byte[31]));
        assertThrows(IllegalArgumentException.class, () -> new MrpAuthenticator(keys(), 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new MrpAuthenticator(keys(1, 1), 0, 1));
        assertEquals("key 1", keys(1).get(0).toString());
    }

    private int signed(final MrpAuthenticator sender, final long wallMs) {
        final List<MrpNode> nodes =
                List.of(
                        new MrpNode(MrpAddress.ipv4(0x0A000001), 0x100, MrpNode.LEADER),
                        new MrpNode(MrpAddress.ipv4(0x0A000002), 0x101, 0));
        final int length =
                new MrpWriter(buffer, 0).nodes(MrpType.NODES, sender.flag(), 7, 1, nodes);
        assertEquals(Mrp.LENGTH + 16, length);
        return sender.sign(GROUP, buffer, 0, length, wallMs);
    }

    private boolean verify(final MrpAuthenticator receiver, final int length, final long wallMs) {
        return packet.wrap(buffer, 0, length) && receiver.verify(GROUP, packet, wallMs);
    }

    private static MrpAuthenticator sender(final int key) {
        return new MrpAuthenticator(keys(key), 1000, 100);
    }

    private static MrpAuthenticator receiver(final int key) {
        return new MrpAuthenticator(keys(key), 0, 100);
    }

    private static List<MrpKey> keys(final int... ids) {
        return java.util.Arrays.stream(ids)
                .mapToObj(
                        id -> {
                            final byte[] secret = new byte[32];
                            for (int i = 0; i < secret.length; i++) {
                                secret[i] = (byte) (i + id - 1);
                            }
                            return new MrpKey(id, secret);
                        })
                .toList();
    }
}
