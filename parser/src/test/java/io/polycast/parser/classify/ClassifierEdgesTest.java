package io.polycast.parser.classify;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.parser.contract.Ending;
import io.polycast.parser.repr.Discovery;
import io.polycast.parser.repr.SampleFrames;
import io.polycast.parser.wire.Arp;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Icmpv6;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Ipv6;
import io.polycast.parser.wire.Opcode;
import java.util.Arrays;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Frames of exactly the least length, and frames whose one fault no checksum shows. */
class ClassifierEdgesTest {
    private static final int IP = Ethernet.LENGTH;
    private static final int UDP6 = IP + Ipv6.LENGTH;
    private static final int MESSAGE = IP + Ipv6.LENGTH;
    private static final int AT = 37;

    private final FrameInfo info = new FrameInfo();
    private final byte[] send = SampleFrames.roce(4, Opcode.SEND_ONLY).build();
    private final byte[] sendV6 = SampleFrames.roce(6, Opcode.SEND_ONLY).build();
    private final byte[] asked = Discovery.neighbourSolicitation(1, "2001:db8::1", "2001:db8::2");

    /** Behind other bytes, so that the frame's end differs from its length. */
    private int classify(final byte[] frame) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[AT + frame.length]);
        buffer.putBytes(AT, frame);
        return Classifier.classify(buffer, AT, frame.length, info);
    }

    private static byte[] with(final byte[] frame, final Consumer<UnsafeBuffer> change) {
        final UnsafeBuffer copy = new UnsafeBuffer(frame.clone());
        change.accept(copy);
        return copy.byteArray();
    }

    private static byte[] withIpv4(final byte[] frame, final Consumer<UnsafeBuffer> change) {
        return with(
                frame,
                copy -> {
                    change.accept(copy);
                    Ipv4.checksum(copy, IP, Ipv4.computeChecksum(copy, IP));
                });
    }

    @Test
    void shouldTakeFramesOfTheLeastLength() {
        assertEquals(FrameKind.MAC_CONTROL, classify(Arrays.copyOf(SampleFrames.pause(), IP)));
        assertEquals(FrameKind.OTHER, classify(Arrays.copyOf(SampleFrames.pause(), IP - 1)));
        final byte[] arp = Discovery.arpRequest(1, "10.0.0.1", "10.255.0.1");
        assertEquals(FrameKind.ARP_REQUEST, classify(Arrays.copyOf(arp, IP + Arp.LENGTH)));
        assertEquals(FrameKind.OTHER, classify(Arrays.copyOf(arp, IP + Arp.LENGTH - 1)));
        classify(Arrays.copyOf(send, IP + Ipv4.LENGTH));
        assertEquals(4, info.ipVersion);
        assertEquals(0x0A00_0001, info.srcIp);
        classify(Arrays.copyOf(sendV6, UDP6));
        assertEquals(6, info.ipVersion);
        classify(Arrays.copyOf(sendV6, UDP6 - 1));
        assertEquals(0, info.ipVersion);
    }

    @Test
    void shouldReadATagInFrontOfNothing() {
        final byte[] tagged = new byte[IP + 4];
        new UnsafeBuffer(tagged).putInt(12, 0x0700_0081);
        assertEquals(FrameKind.OTHER, classify(tagged));
        assertEquals(7, info.vlanId);
        assertEquals(FrameKind.OTHER, classify(Arrays.copyOf(tagged, IP + 3)));
        assertEquals(-1, info.vlanId);
    }

    @Test
    void shouldTellATruncatedUdpHeaderFromABadLength() {
        assertEquals(FrameKind.MALFORMED, classify(Arrays.copyOf(sendV6, UDP6 + 7)));
        assertEquals(Ending.TRUNCATED_UDP.id(), info.reason);
        assertEquals(FrameKind.MALFORMED, classify(Arrays.copyOf(sendV6, UDP6 + 8)));
        assertEquals(Ending.BAD_IP_LENGTH.id(), info.reason);
    }

    @Test
    void shouldNotTakeTcpToTheSamePortForRoce() {
        final byte[] tcp = withIpv4(send, frame -> frame.putByte(IP + 9, (byte) 6));
        assertEquals(FrameKind.OTHER, classify(tcp));
    }

    @Test
    void shouldNotTakeAnotherIpVersionOrALaterFragmentForRoce() {
        final byte[] other = withIpv4(send, frame -> frame.putByte(IP, (byte) 0x55));
        assertEquals(FrameKind.MALFORMED, classify(other));
        assertEquals(Ending.BAD_IP_HEADER.id(), info.reason);
        final byte[] later = withIpv4(send, frame -> frame.putByte(IP + 7, (byte) 1));
        assertEquals(FrameKind.OTHER, classify(later));
    }

    @Test
    void shouldTakeTheReservedFragmentBitForNoFragment() {
        final byte[] reserved = withIpv4(send, frame -> frame.putByte(IP + 6, (byte) 0x80));
        assertEquals(FrameKind.ROCE_DATA, classify(reserved));
    }

    private static byte[] extended(final byte[] frame, final int headers, final int units) {
        final int bytes = headers * 8 * units;
        final UnsafeBuffer longer = new UnsafeBuffer(new byte[frame.length + bytes]);
        longer.putBytes(0, frame, 0, UDP6);
        longer.putBytes(UDP6 + bytes, frame, UDP6, frame.length - UDP6);
        longer.putByte(IP + 6, (byte) 60);
        for (int i = 0; i < headers; i++) {
            final int at = UDP6 + 8 * units * i;
            longer.putByte(at, (byte) (i + 1 < headers ? 60 : 17));
            longer.putByte(at + 1, (byte) (units - 1));
        }
        return longer.byteArray();
    }

    @Test
    void shouldFollowExtensionHeadersByTheirLengths() {
        for (int units = 1; units <= 3; units++) {
            assertEquals(FrameKind.MALFORMED, classify(extended(sendV6, 2, units)));
            assertEquals(Ending.IP_OPTIONS.id(), info.reason);
        }
        assertEquals(FrameKind.MALFORMED, classify(extended(sendV6, 7, 1)));
        assertEquals(FrameKind.OTHER, classify(extended(sendV6, 8, 1)), "more are not followed");
    }

    private static byte[] solicitation(
            final byte[] frame, final int length, final Consumer<UnsafeBuffer> change) {
        return with(
                Arrays.copyOf(frame, MESSAGE + length),
                copy -> {
                    copy.putByte(IP + 5, (byte) length);
                    change.accept(copy);
                    Icmpv6.storeChecksum(copy, IP, MESSAGE, length);
                });
    }

    /** RFC 4861, 7.1.1; each checksum is right. */
    @Test
    void shouldAnswerSoundSolicitationsOnly() {
        final int solicitation = FrameKind.NEIGHBOUR_SOLICITATION;
        final int options = MESSAGE + Icmpv6.LENGTH;
        assertEquals(solicitation, classify(solicitation(asked, 24, frame -> {})), "no option");
        assertEquals(solicitation, classify(solicitation(asked, 32, frame -> {})));
        assertEquals(
                FrameKind.OTHER,
                classify(solicitation(asked, 32, frame -> frame.putByte(options + 1, (byte) 0))),
                "an option without length");
        assertEquals(
                FrameKind.OTHER,
                classify(solicitation(asked, 32, frame -> frame.putByte(options + 1, (byte) 2))),
                "an option beyond the message");
        assertEquals(
                solicitation,
                classify(solicitation(asked, 40, frame -> frame.putByte(options + 1, (byte) 2))),
                "an option of two units");
        assertEquals(
                FrameKind.OTHER, classify(solicitation(asked, 36, frame -> {})), "half an option");
        assertEquals(
                FrameKind.OTHER,
                classify(
                        solicitation(
                                asked,
                                32,
                                frame -> frame.putByte(MESSAGE + Icmpv6.TARGET_OFFSET, (byte) -1))),
                "a multicast target");
        assertEquals(
                FrameKind.OTHER,
                classify(solicitation(asked, 32, frame -> frame.putByte(MESSAGE, (byte) 136))),
                "an advertisement");
    }
}
