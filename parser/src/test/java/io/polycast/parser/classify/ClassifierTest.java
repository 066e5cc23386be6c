package io.polycast.parser.classify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.repr.Discovery;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.repr.SampleFrames;
import io.polycast.parser.wire.Bth;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Opcode;
import io.polycast.parser.wire.Vlan;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClassifierTest {
    private final FrameInfo info = new FrameInfo();

    @Test
    void shouldFindEverythingInAWriteWithTwoTags() {
        final byte[] frame =
                SampleFrames.roce(4, Opcode.WRITE_ONLY_IMM)
                        .tag(Vlan.TPID_8021AD, 0x2005)
                        .vlan(100)
                        .src("10.0.0.7")
                        .dst("10.255.0.9")
                        .ackReq(true)
                        .payload(SampleFrames.bytes(61))
                        .build();
        assertEquals(FrameKind.ROCE_DATA, classify(frame));
        assertEquals(0, info.reason);
        assertEquals(0, info.frameOffset);
        assertEquals(frame.length, info.frameLength);
        assertEquals(2, info.vlanTags);
        assertEquals(5, info.vlanId);
        assertEquals(22, info.l3Offset);
        assertEquals(4, info.ipVersion);
        assertEquals(0x0A00_0007, info.srcIp);
        assertEquals(0x0AFF_0009, info.dstIp);
        assertEquals(42, info.udpOffset);
        assertEquals(50, info.bthOffset);
        assertEquals(Opcode.WRITE_ONLY_IMM, info.opcode);
        assertEquals(0x12_3456, info.destQpn);
        assertEquals(0xFF_FFFE, info.psn);
        assertTrue(info.ackReq);
        assertEquals(62, info.rethOffset);
        assertEquals(-1, info.aethOffset);
        assertEquals(82, info.payloadOffset);
        assertEquals(61, info.payloadLength);
        assertEquals(146, info.icrcOffset);
        assertEquals(150, frame.length);
        assertFalse(info.icrcVerified);
    }

    @Test
    void shouldForgetTheFrameBefore() {
        classify(SampleFrames.roce(6, Opcode.WRITE_FIRST).vlan(9).ackReq(true).build());
        info.icrcVerified = true;
        assertEquals(FrameKind.OTHER, classify(new byte[20]));
        assertEquals(0, info.vlanTags);
        assertEquals(-1, info.vlanId);
        assertEquals(0, info.ipVersion);
        assertEquals(0, info.srcIp);
        assertEquals(0, info.dstIp);
        assertEquals(0, info.opcode);
        assertEquals(0, info.psn);
        assertEquals(0, info.destQpn);
        assertFalse(info.ackReq);
        assertEquals(-1, info.rethOffset);
        assertEquals(0, info.payloadLength);
        assertFalse(info.icrcVerified);
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 6})
    void shouldTellTheKindOfEveryOpcode(final int ipVersion) {
        for (int opcode = 0; opcode < 256; opcode++) {
            final int kind = classify(SampleFrames.roce(ipVersion, opcode).build());
            assertEquals(expectedKind(opcode), kind, Opcode.name(opcode));
        }
    }

    private static int expectedKind(final int opcode) {
        if (opcode == 0x81) {
            return FrameKind.ROCE_CNP;
        }
        if (opcode == 0x11) {
            return FrameKind.ROCE_ACK;
        }
        if ((opcode & ~0x20) <= 0x0B) {
            return FrameKind.ROCE_DATA;
        }
        final int operation = opcode & 0x1F;
        switch (opcode >>> 5) {
            case 0:
                return operation == 0x15
                                || operation >= 0x18 && operation != 0x1C && operation != 0x1D
                        ? FrameKind.MALFORMED
                        : FrameKind.ROCE_REFUSED;
            case 2:
                return operation <= 0x15 ? FrameKind.ROCE_REFUSED : FrameKind.MALFORMED;
            case 3:
                return operation == 4 || operation == 5
                        ? FrameKind.ROCE_REFUSED
                        : FrameKind.MALFORMED;
            case 5:
                return operation <= 0x17 && operation != 0x15
                        ? FrameKind.ROCE_REFUSED
                        : FrameKind.MALFORMED;
            default:
                return FrameKind.MALFORMED;
        }
    }

    @Test
    void shouldFindTheIcrcBeforeEthernetPadding() {
        final byte[] frame = RoceFrame.ipv4().padToMinimum(true).build();
        assertEquals(60, frame.length);
        assertEquals(FrameKind.ROCE_DATA, classify(frame));
        assertEquals(54, info.icrcOffset);
        assertEquals(0, info.payloadLength);
    }

    @Test
    void shouldFindTheRethOfAFlushBehindItsOwnHeader() {
        assertEquals(FrameKind.ROCE_REFUSED, classify(SampleFrames.roce(4, Opcode.FLUSH).build()));
        assertEquals(info.bthOffset + Bth.LENGTH + 4, info.rethOffset);
    }

    @Test
    void shouldKnowArpRequestsOnly() {
        final byte[] request = Discovery.arpRequest(1, "10.0.0.1", "10.255.0.1");
        assertEquals(FrameKind.ARP_REQUEST, classify(request));
        assertEquals(0x0A00_0001, info.srcIp);
        assertEquals(0x0AFF_0001, info.dstIp);
        assertEquals(0, info.ipVersion);
        assertEquals(FrameKind.OTHER, classify(with(request, 21, 2)));
        assertEquals(FrameKind.OTHER, classify(with(request, 15, 6)));
    }

    @Test
    void shouldLetDoubtfulSolicitationsPass() {
        final byte[] frame = Discovery.neighbourSolicitation(1, "2001:db8::1", "2001:db8::2");
        assertEquals(FrameKind.NEIGHBOUR_SOLICITATION, classify(frame));
        assertEquals(FrameKind.OTHER, classify(with(frame, 14 + 7, 254)), "hop limit");
        assertEquals(FrameKind.OTHER, classify(with(frame, 14 + 43, 0)), "checksum");
        assertEquals(FrameKind.OTHER, classify(with(frame, 14 + 41, 1)), "code");
        assertEquals(FrameKind.OTHER, classify(with(frame, 14 + 65, 0)), "empty option");
        assertEquals(FrameKind.OTHER, classify(with(frame, 14 + 5, 33)), "length");
    }

    @Test
    void shouldKnowMacControlWithoutTags() {
        final byte[] frame = SampleFrames.pause();
        assertEquals(FrameKind.MAC_CONTROL, classify(frame));
        final byte[] tagged = new byte[64];
        System.arraycopy(frame, 0, tagged, 0, 12);
        System.arraycopy(frame, 12, tagged, 16, 48);
        new UnsafeBuffer(tagged).putInt(12, 0x64_0081);
        assertEquals(FrameKind.OTHER, classify(tagged));
    }

    @Test
    void shouldLetWhatIsNotRocePass() {
        final byte[] roce = SampleFrames.roce(4, Opcode.SEND_ONLY).build();
        assertEquals(FrameKind.OTHER, classify(with(roce, 14 + 9, 6)), "TCP");
        assertEquals(FrameKind.UDP, classify(with(roce, 14 + 23, 0)), "other UDP port");
        assertEquals(0x1200, info.udpPort);
        assertEquals(14 + 20, info.udpOffset);
        assertEquals(FrameKind.OTHER, classify(Arrays.copyOf(with(roce, 14 + 23, 0), 37)), "cut");
        final byte[] roce6 = SampleFrames.roce(6, Opcode.SEND_ONLY).build();
        assertEquals(FrameKind.UDP, classify(with(roce6, 14 + 43, 0xB8)), "MRP over IPv6");
        assertEquals(4792, info.udpPort);
        assertEquals(FrameKind.OTHER, classify(with(roce, 14 + 7, 1)), "later fragment");
        assertEquals(FrameKind.OTHER, classify(with(roce, 13, 1)), "other EtherType");
        assertEquals(
                FrameKind.OTHER,
                classify(RoceFrame.ipv4().vlan(1).vlan(2).vlan(3).build()),
                "three tags");
        assertEquals(0x0A00_0001, ipOf(with(roce, 14 + 9, 6)));
    }

    @Test
    void shouldCopyEveryFieldIntoAnotherRecord() throws IllegalAccessException {
        classify(SampleFrames.roce(6, Opcode.READ_RESP_FIRST).vlan(77).ackReq(true).build());
        info.reason = 3;
        info.udpPort = 5;
        info.rethOffset = 4;
        info.icrcVerified = true;
        info.frameOffset = 1;
        final FrameInfo copy = new FrameInfo();
        copy.copyFrom(info);
        for (final java.lang.reflect.Field field : FrameInfo.class.getFields()) {
            assertEquals(field.get(info), field.get(copy), field.getName());
            assertFalse(
                    field.get(new FrameInfo()).equals(field.get(info)),
                    () -> field.getName() + " should differ from a new record's");
        }
    }

    private int ipOf(final byte[] frame) {
        classify(frame);
        return info.srcIp;
    }

    private int classify(final byte[] frame) {
        assertTrue(frame.length >= Ethernet.LENGTH);
        return Classifier.classify(new UnsafeBuffer(frame), 0, frame.length, info);
    }

    private static byte[] with(final byte[] frame, final int index, final int value) {
        final byte[] copy = Arrays.copyOf(frame, frame.length);
        copy[index] = (byte) value;
        return copy;
    }
}
