package io.polycast.parser.classify;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.parser.contract.Ending;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.repr.SampleFrames;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Opcode;
import java.util.Arrays;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One test a reason; offsets count from the frame's start, 14 bytes of Ethernet before IP. */
class MalformedTest {
    private static final int IP = 14;
    private static final int UDP = 34;
    private static final int BTH = 42;

    private final byte[] send = SampleFrames.roce(4, Opcode.SEND_ONLY).build();
    private final byte[] sendV6 = SampleFrames.roce(6, Opcode.SEND_ONLY).build();

    @Test
    void shouldNameABadIpHeader() {
        expect(Ending.BAD_IP_HEADER, with(send, frame -> frame.putByte(IP, (byte) 0x55)));
        expect(Ending.BAD_IP_HEADER, with(send, frame -> frame.putByte(IP, (byte) 0x44)));
        expect(Ending.BAD_IP_HEADER, with(sendV6, frame -> frame.putByte(IP, (byte) 0x40)));
    }

    @Test
    void shouldNameABadIpChecksum() {
        expect(Ending.BAD_IP_CHECKSUM, with(send, frame -> frame.putByte(IP + 8, (byte) 63)));
    }

    @Test
    void shouldNameIpOptions() {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[send.length + 4]);
        frame.putBytes(0, send, 0, UDP);
        frame.putBytes(UDP + 4, send, UDP, send.length - UDP);
        // four bytes of NOP options
        frame.putInt(UDP, 0x0101_0101);
        frame.putByte(IP, (byte) 0x46);
        frame.putByte(IP + 3, (byte) (frame.getByte(IP + 3) + 4));
        // version and IHL add 0x0100, length adds 4, options add 0x0202
        final int old = Ipv4.checksum(send(), IP);
        final int sum = (~old & 0xFFFF) + 0x0100 + 4 + 0x0202;
        Ipv4.checksum(frame, IP, ~((sum & 0xFFFF) + (sum >>> 16)) & 0xFFFF);
        expect(Ending.IP_OPTIONS, frame.byteArray());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 43, 60})
    void shouldNameExtensionHeadersBeforeRoce(final int header) {
        expect(Ending.IP_OPTIONS, extended(header, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 43, 44, 60})
    void shouldNotReadBeyondACutExtensionHeader(final int header) {
        final byte[] whole = extended(header, 0);
        final FrameInfo info = new FrameInfo();
        for (int length = 0; length < whole.length; length++) {
            final UnsafeBuffer cut = new UnsafeBuffer(Arrays.copyOf(whole, length));
            // the port ends four bytes behind an extension header of eight
            final int portEnd = IP + 40 + 8 + 4;
            assertEquals(
                    length < portEnd ? FrameKind.OTHER : FrameKind.MALFORMED,
                    Classifier.classify(cut, 0, length, info));
        }
    }

    @Test
    void shouldNameFragments() {
        expect(
                Ending.IP_FRAGMENT,
                with(
                        send,
                        frame -> {
                            frame.putByte(IP + 6, (byte) 0x20);
                            Ipv4.checksum(frame, IP, Ipv4.computeChecksum(frame, IP));
                        }));
        expect(Ending.IP_FRAGMENT, extended(44, 1));
        final FrameInfo info = new FrameInfo();
        final byte[] later = extended(44, 8);
        assertEquals(
                FrameKind.OTHER,
                Classifier.classify(new UnsafeBuffer(later), 0, later.length, info));
    }

    @Test
    void shouldNameABadIpLength() {
        expect(Ending.BAD_IP_LENGTH, Arrays.copyOf(send, send.length - 1));
        expect(Ending.BAD_IP_LENGTH, totalLength(19));
        expect(Ending.BAD_IP_LENGTH, totalLength(send.length - IP + 1));
        expect(Ending.BAD_IP_LENGTH, Arrays.copyOf(sendV6, sendV6.length - 1));
    }

    @Test
    void shouldNameATruncatedUdpHeader() {
        expect(Ending.TRUNCATED_UDP, Arrays.copyOf(send, UDP + 7));
        expect(Ending.TRUNCATED_UDP, totalLength(27));
        expect(Ending.TRUNCATED_UDP, with(sendV6, frame -> frame.putByte(IP + 5, (byte) 7)));
    }

    @Test
    void shouldNameABadUdpLength() {
        expect(Ending.BAD_UDP_LENGTH, with(send, frame -> frame.putByte(UDP + 5, (byte) 16)));
        expect(Ending.BAD_UDP_LENGTH, with(sendV6, frame -> frame.putByte(IP + 45, (byte) 0)));
    }

    @Test
    void shouldNameATruncatedBth() {
        expect(Ending.TRUNCATED_BTH, shortened(RoceFrame.ipv4().build(), 1));
        expect(Ending.TRUNCATED_BTH, shortened(RoceFrame.ipv4().build(), 16));
    }

    @Test
    void shouldNameABadTransportVersion() {
        expect(Ending.BAD_TRANSPORT_VERSION, with(send, frame -> frame.putByte(BTH + 1, (byte) 1)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0x15, 0x18, 0x1F, 0x2C, 0x31, 0x66, 0x80, 0xC0, 0xFF})
    void shouldNameAnUnknownOpcode(final int opcode) {
        expect(Ending.UNKNOWN_OPCODE, SampleFrames.roce(4, opcode).build());
    }

    @Test
    void shouldNameATruncatedExtensionHeader() {
        for (int opcode = 0; opcode < 256; opcode++) {
            final int length = Opcode.extensionLength(opcode);
            if (length > 0 && opcode != Opcode.CNP) {
                final byte[] frame =
                        SampleFrames.roce(4, opcode)
                                .extension(new byte[length - 4])
                                .payload(new byte[0])
                                .build();
                expect(Ending.TRUNCATED_EXTENSION, frame);
            }
        }
    }

    @Test
    void shouldNameABadPad() {
        final byte[] empty = RoceFrame.ipv4().build();
        expect(Ending.BAD_PAD, with(empty, frame -> frame.putByte(BTH + 1, (byte) 0x10)));
        expect(Ending.BAD_PAD, shortened(send, 1));
        expect(
                Ending.BAD_PAD,
                SampleFrames.roce(4, Opcode.SEND_FIRST).payload(new byte[3]).build());
        expect(
                Ending.BAD_PAD,
                SampleFrames.roce(4, Opcode.WRITE_MIDDLE).payload(new byte[9]).build());
    }

    @ParameterizedTest
    @ValueSource(ints = {0x40, 0x5F, 0x65, 0x7F, 0x80, 0x9F, 0xE0, 0xFF})
    void shouldNameABadAeth(final int syndrome) {
        expect(Ending.BAD_AETH, SampleFrames.roce(4, Opcode.ACKNOWLEDGE).aeth(syndrome, 1).build());
    }

    @Test
    void shouldNameABadCnp() {
        expect(Ending.BAD_CNP, SampleFrames.roce(4, Opcode.CNP).becn(false).build());
        expect(Ending.BAD_CNP, SampleFrames.roce(4, Opcode.CNP).payload(new byte[4]).build());
        expect(Ending.BAD_CNP, SampleFrames.roce(6, Opcode.CNP).extension(new byte[12]).build());
    }

    @Test
    void shouldNameABadPayloadLength() {
        final byte[] nothing = new byte[0];
        expect(
                Ending.BAD_PAYLOAD_LENGTH,
                SampleFrames.roce(4, Opcode.ACKNOWLEDGE).payload(new byte[4]).build());
        expect(
                Ending.BAD_PAYLOAD_LENGTH,
                SampleFrames.roce(4, Opcode.SEND_FIRST).payload(nothing).build());
        expect(
                Ending.BAD_PAYLOAD_LENGTH,
                SampleFrames.roce(4, Opcode.WRITE_MIDDLE).payload(nothing).build());
    }

    private static void expect(final Ending ending, final byte[] frame) {
        final FrameInfo info = new FrameInfo();
        final int kind = Classifier.classify(new UnsafeBuffer(frame), 0, frame.length, info);
        assertEquals(FrameKind.MALFORMED, kind);
        assertEquals(ending, Ending.byId(info.reason));
        // a wire needs them to tell whether the frame was for a group
        assertEquals(info.ipVersion == 4 ? 0x0A00_0001 : 1, info.srcIp);
        assertEquals(info.ipVersion == 4 ? 0x0AFF_0001 : 0xFF, info.dstIp);
    }

    private UnsafeBuffer send() {
        return new UnsafeBuffer(send);
    }

    private byte[] totalLength(final int length) {
        return with(
                send,
                frame -> {
                    frame.putByte(IP + 3, (byte) length);
                    Ipv4.checksum(frame, IP, Ipv4.computeChecksum(frame, IP));
                });
    }

    /** Takes bytes off an IPv4 packet's end and mends its lengths. */
    private static byte[] shortened(final byte[] whole, final int bytes) {
        return with(
                Arrays.copyOf(whole, whole.length - bytes),
                frame -> {
                    frame.putByte(IP + 3, (byte) (frame.getByte(IP + 3) - bytes));
                    frame.putByte(UDP + 5, (byte) (frame.getByte(UDP + 5) - bytes));
                    Ipv4.checksum(frame, IP, Ipv4.computeChecksum(frame, IP));
                });
    }

    /** Puts an extension header of eight bytes in front of the UDP header. */
    private byte[] extended(final int header, final int fragment) {
        final int udp = IP + 40;
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[sendV6.length + 8]);
        frame.putBytes(0, sendV6, 0, udp);
        frame.putBytes(udp + 8, sendV6, udp, sendV6.length - udp);
        frame.putByte(IP + 6, (byte) header);
        frame.putByte(udp, (byte) 17);
        frame.putByte(udp + 3, (byte) fragment);
        return frame.byteArray();
    }

    private static byte[] with(final byte[] frame, final Consumer<UnsafeBuffer> change) {
        final UnsafeBuffer copy = new UnsafeBuffer(frame.clone());
        change.accept(copy);
        return copy.byteArray();
    }
}
