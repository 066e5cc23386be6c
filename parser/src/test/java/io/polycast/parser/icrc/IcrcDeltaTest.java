package io.polycast.parser.icrc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Bth;
import io.polycast.parser.wire.Opcode;
import io.polycast.parser.wire.Reth;
import java.nio.ByteOrder;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class IcrcDeltaTest {
    @Property
    void shouldSkipZerosAsIfTheyWereTakenOneByOne(
            @ForAll final int register, @ForAll @IntRange(max = 5000) final int zeros) {
        assertEquals(oneByOne(register, zeros), IcrcDelta.advance(register, zeros));
    }

    @Test
    void shouldSkipZerosAtTheEdgesOfItsDigits() {
        for (final int zeros : new int[] {0, 1, 127, 128, 129, 16_383, 16_384, 16_385, 65_535}) {
            assertEquals(oneByOne(0x1234_5678, zeros), IcrcDelta.advance(0x1234_5678, zeros));
        }
    }

    @Test
    void shouldRefuseMoreZerosThanItsTablesReach() {
        assertThrows(IllegalArgumentException.class, () -> IcrcDelta.advance(1, 65_536));
        assertThrows(IllegalArgumentException.class, () -> IcrcDelta.advance(1, -1));
    }

    @Property
    void shouldTakeWordsAsBytes(@ForAll final int register, @ForAll final long bits) {
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[8]);
        bytes.putLong(0, bits, ByteOrder.BIG_ENDIAN);
        int expected = register;
        for (int i = 0; i < 8; i++) {
            expected = IcrcDelta.crc0(expected, bytes, i, 1);
        }
        assertEquals(expected, IcrcDelta.crc0(register, bits));
        assertEquals(expected, IcrcDelta.crc0(register, bytes, 0, 8));
        final int half = IcrcDelta.crc0(register, (int) (bits >>> 32));
        assertEquals(expected, IcrcDelta.crc0(half, (int) bits));
        assertEquals(
                IcrcDelta.crc0(register, bytes, 5, 3),
                IcrcDelta.crc0Uint24(register, (int) bits & 0xFF_FFFF));
    }

    @Property
    void shouldPatchOneChangedStretchAsAFullComputationWould(
            @ForAll @Size(min = 1, max = 300) final byte[] payload,
            @ForAll final long seed,
            @ForAll final boolean v6) {
        final byte[] frame = frame(v6).opcode(Opcode.SEND_LAST).payload(payload).build();
        final UnsafeBuffer old = new UnsafeBuffer(frame);
        final FrameInfo info = new FrameInfo();
        Classifier.classify(old, 0, frame.length, info);
        final Random random = new Random(seed);
        final int from = random.nextInt(payload.length);
        final int length = 1 + random.nextInt(payload.length - from);
        final byte[] xor = new byte[length];
        random.nextBytes(xor);
        final UnsafeBuffer changed = new UnsafeBuffer(frame.clone());
        for (int i = 0; i < length; i++) {
            final int index = info.payloadOffset + from + i;
            changed.putByte(index, (byte) (changed.getByte(index) ^ xor[i]));
        }
        final int zerosAfter = info.icrcOffset - info.payloadOffset - from - length;
        final int delta = IcrcDelta.delta(new UnsafeBuffer(xor), 0, length, zerosAfter);
        assertEquals(new Icrc().compute(changed, info), Icrc.load(old, info.icrcOffset) ^ delta);
    }

    @Property
    void shouldPatchAnyChangeOfHeadersAsAFullComputationWould(
            @ForAll @Size(max = 300) final byte[] payload,
            @ForAll final long seed,
            @ForAll final boolean v6) {
        final byte[] frame = frame(v6).payload(payload).build();
        final UnsafeBuffer old = new UnsafeBuffer(frame);
        final FrameInfo info = new FrameInfo();
        Classifier.classify(old, 0, frame.length, info);
        // every byte of the headers may change, masked ones too: the computation never looks inside
        final byte[] headers = new byte[info.bthOffset + Bth.LENGTH - info.l3Offset];
        new Random(seed).nextBytes(headers);
        final UnsafeBuffer changed = new UnsafeBuffer(frame.clone());
        changed.putBytes(info.l3Offset, headers);
        final int delta =
                IcrcDelta.headerDelta(
                        info.ipVersion,
                        old,
                        info.l3Offset,
                        changed,
                        info.l3Offset,
                        info.icrcOffset - info.bthOffset - Bth.LENGTH);
        assertEquals(new Icrc().compute(changed, info), Icrc.load(old, info.icrcOffset) ^ delta);
    }

    @Property
    void shouldComposeFromPrimitivesWhatABridgeChanges(
            @ForAll @Size(min = 1, max = 64) final byte[] payload,
            @ForAll final int newDst,
            @ForAll @IntRange(max = 0xFF_FFFF) final int newQpn,
            @ForAll final long newVa,
            @ForAll final int newKey) {
        final RoceFrame before =
                RoceFrame.ipv4().opcode(Opcode.WRITE_ONLY).reth(4096, 1, 9).payload(payload);
        final byte[] frame = before.dst(0x0AFF_0001).destQpn(1).build();
        final byte[] bridged = before.dst(newDst).destQpn(newQpn).reth(newVa, newKey, 9).build();
        final UnsafeBuffer old = new UnsafeBuffer(frame);
        final FrameInfo info = new FrameInfo();
        Classifier.classify(old, 0, frame.length, info);
        int register = IcrcDelta.crc0(0, 0x0AFF_0001 ^ newDst);
        register = IcrcDelta.advance(register, 8 + 5);
        register = IcrcDelta.crc0Uint24(register, 1 ^ newQpn);
        register = IcrcDelta.advance(register, 4);
        register = IcrcDelta.crc0(register, 4096 ^ newVa);
        register = IcrcDelta.crc0(register, 1 ^ newKey);
        register =
                IcrcDelta.advance(
                        register, info.icrcOffset - info.rethOffset - Reth.DMA_LENGTH_OFFSET);
        assertEquals(
                Icrc.load(new UnsafeBuffer(bridged), info.icrcOffset),
                Icrc.load(old, info.icrcOffset) ^ register);
    }

    @Test
    void shouldKeepACorruptPacketCorrupt() {
        final byte[] frame = RoceFrame.ipv4().payload(new byte[100]).build();
        final UnsafeBuffer old = new UnsafeBuffer(frame);
        final FrameInfo info = new FrameInfo();
        Classifier.classify(old, 0, frame.length, info);
        old.putByte(info.payloadOffset + 50, (byte) 1);
        final UnsafeBuffer copy = new UnsafeBuffer(frame.clone());
        Bth.destQpn(copy, info.bthOffset, 0x119);
        final int delta = IcrcDelta.headerDelta(4, old, info.l3Offset, copy, info.l3Offset, 100);
        Icrc.store(copy, info.icrcOffset, Icrc.load(old, info.icrcOffset) ^ delta);
        assertFalse(new Icrc().verify(copy, info));
        copy.putByte(info.payloadOffset + 50, (byte) 0);
        assertEquals(new Icrc().compute(copy, info), Icrc.load(copy, info.icrcOffset));
    }

    private static RoceFrame frame(final boolean v6) {
        return v6 ? RoceFrame.ipv6() : RoceFrame.ipv4();
    }

    private static int oneByOne(final int register, final int zeros) {
        int next = register;
        for (int i = 0; i < zeros; i++) {
            next = CrcTables.update8(next, 0);
        }
        return next;
    }
}
