package io.polycast.parser.repr;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.icrc.Icrc;
import io.polycast.parser.wire.Bth;
import io.polycast.parser.wire.ImmDt;
import io.polycast.parser.wire.Opcode;
import io.polycast.parser.wire.Reth;
import io.polycast.parser.wire.Udp;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.agrona.concurrent.UnsafeBuffer;

class RoceFramePropertyTest {
    /** What a data frame is made of. */
    record Data(
            boolean v6,
            int tags,
            int opcode,
            int psn,
            int qpn,
            boolean ackReq,
            long va,
            byte[] payload) {}

    @Provide
    Arbitrary<Data> data() {
        final Arbitrary<Integer> opcodes =
                Arbitraries.integers().between(0, 0x2B).filter(Opcode::isGroupData);
        final Arbitrary<Integer> numbers = Arbitraries.integers().between(0, 0xFF_FFFF);
        final Arbitrary<byte[]> payloads =
                Arbitraries.bytes().array(byte[].class).ofMinSize(4).ofMaxSize(300);
        return Combinators.combine(
                        Arbitraries.of(true, false),
                        Arbitraries.integers().between(0, 2),
                        opcodes,
                        numbers,
                        numbers,
                        Arbitraries.of(true, false),
                        Arbitraries.longs(),
                        payloads)
                .as(Data::new);
    }

    @Property
    void shouldFindInAFrameWhatWasPutIn(@ForAll("data") final Data data) {
        final byte[] payload = payload(data);
        final byte[] frame = build(data, payload);
        final UnsafeBuffer buffer = new UnsafeBuffer(frame);
        final FrameInfo info = new FrameInfo();
        assertEquals(
                FrameKind.ROCE_DATA,
                Classifier.classify(buffer, 0, frame.length, info),
                () -> FrameText.describe(frame));
        assertEquals(data.v6 ? 6 : 4, info.ipVersion);
        assertEquals(data.tags, info.vlanTags);
        assertEquals(data.opcode, info.opcode);
        assertEquals(data.psn, info.psn);
        assertEquals(data.qpn, info.destQpn);
        assertEquals(data.ackReq, info.ackReq);
        assertEquals(payload.length, info.payloadLength);
        final byte[] found = new byte[info.payloadLength];
        buffer.getBytes(info.payloadOffset, found);
        assertArrayEquals(payload, found);
        assertEquals(Opcode.hasReth(data.opcode), info.rethOffset >= 0);
        if (info.rethOffset >= 0) {
            assertEquals(data.va, Reth.va(buffer, info.rethOffset));
            assertEquals(0x1234_5678, Reth.rKey(buffer, info.rethOffset));
            assertEquals(0xFFFF_FFFFL, Reth.dmaLength(buffer, info.rethOffset));
        }
        if (Opcode.hasImmediate(data.opcode)) {
            assertEquals(-2, ImmDt.value(buffer, info.payloadOffset - ImmDt.LENGTH));
        }
        final int pad = Bth.padCount(buffer, info.bthOffset);
        for (int i = 0; i < pad; i++) {
            assertEquals(0, buffer.getByte(info.payloadOffset + info.payloadLength + i));
        }
        assertTrue(new Icrc().verify(buffer, info));
        assertTrue(Udp.isChecksumRight(buffer, info.l3Offset, info.ipVersion, info.udpOffset));
        assertEquals(data.ackReq, Udp.checksum(buffer, info.udpOffset) != 0);
    }

    private static byte[] build(final Data data, final byte[] payload) {
        final RoceFrame frame =
                (data.v6 ? RoceFrame.ipv6() : RoceFrame.ipv4())
                        .opcode(data.opcode)
                        .psn(data.psn)
                        .destQpn(data.qpn)
                        .ackReq(data.ackReq)
                        .udpChecksum(data.ackReq)
                        .reth(data.va, 0x1234_5678, 0xFFFF_FFFFL)
                        .immediate(-2)
                        .payload(payload);
        for (int i = 0; i < data.tags; i++) {
            frame.vlan(i + 1);
        }
        return frame.build();
    }

    /** FIRST and MIDDLE carry whole words only. */
    private static byte[] payload(final Data data) {
        final boolean whole = Opcode.isFirst(data.opcode) || Opcode.isMiddle(data.opcode);
        return whole ? SampleFrames.cut(data.payload, data.payload.length & ~3) : data.payload;
    }
}
