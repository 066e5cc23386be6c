package io.polycast.parser.icrc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Opcode;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** The ICRC of payload that stands nowhere is that of as many zeros. */
class IcrcZerosTest {
    private static final int BTH_END4 = 20 + 8 + 12;
    private static final int BTH_END6 = 40 + 8 + 12;

    @Property(tries = 2_000)
    void shouldBeTheFullComputationOverZeros(
            @ForAll final long seed,
            @ForAll final boolean ipv6,
            @ForAll @IntRange(max = 20) final int extension,
            @ForAll @IntRange(max = 65_535) final int zeros,
            @ForAll @IntRange(max = 9) final int before) {
        final int headers = (ipv6 ? BTH_END6 : BTH_END4) + extension;
        final byte[] packet = new byte[before + headers + zeros];
        final byte[] random = new byte[headers];
        new Random(seed).nextBytes(random);
        System.arraycopy(random, 0, packet, before, headers);
        final int full =
                new Icrc().compute(new UnsafeBuffer(packet), ipv6 ? 6 : 4, before, packet.length);
        // The buffer ends with the headers: nothing behind them can be read.
        final UnsafeBuffer stored = new UnsafeBuffer(new byte[before + headers]);
        stored.putBytes(0, packet, 0, before + headers);
        assertEquals(
                full,
                new Icrc().computeZeros(stored, ipv6 ? 6 : 4, before, before + headers, zeros));
    }

    @Test
    void shouldVerifyAFrameWhateverStandsInItsHole() {
        final byte[] frame =
                RoceFrame.ipv4()
                        .src("10.0.0.1")
                        .dst("10.255.0.1")
                        .opcode(Opcode.SEND_ONLY)
                        .destQpn(1)
                        .psn(5)
                        .payload(new byte[253])
                        .build();
        final UnsafeBuffer buffer = new UnsafeBuffer(frame);
        final FrameInfo info = new FrameInfo();
        Classifier.classify(buffer, 0, frame.length, info);
        buffer.setMemory(info.payloadOffset, info.icrcOffset - info.payloadOffset, (byte) 0xA5);
        assertTrue(new Icrc().verifyZeros(buffer, info));
        buffer.putByte(info.bthOffset + 11, (byte) 6);
        assertFalse(new Icrc().verifyZeros(buffer, info));
    }
}
