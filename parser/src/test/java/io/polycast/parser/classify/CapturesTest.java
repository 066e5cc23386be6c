package io.polycast.parser.classify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.icrc.Icrc;
import io.polycast.parser.icrc.IcrcDelta;
import io.polycast.parser.pcap.CaptureReader;
import io.polycast.parser.pcap.Captures;
import io.polycast.parser.repr.FrameText;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Bth;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Ipv6;
import io.polycast.parser.wire.Opcode;
import io.polycast.parser.wire.Udp;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CapturesTest {
    private final FrameInfo info = new FrameInfo();
    private final Icrc icrc = new Icrc();

    static Stream<String[]> counts() {
        return Captures.counts().stream();
    }

    static Stream<String> names() {
        return Captures.names().stream();
    }

    @ParameterizedTest
    @MethodSource("counts")
    void shouldCountWhatAnIndependentProgramCounted(final String name, final String counts) {
        final UnsafeBuffer capture = Captures.load(name);
        final CaptureReader reader = CaptureReader.over(capture);
        final Map<String, Integer> byName = new TreeMap<>();
        int roce = 0;
        int other = 0;
        int bad = 0;
        while (reader.next()) {
            final int kind = Classifier.classify(capture, reader.offset(), reader.length(), info);
            if (kind == FrameKind.OTHER || kind > FrameKind.ROCE_REFUSED) {
                other++;
                continue;
            }
            roce++;
            bad += icrc.verify(capture, info) ? 0 : 1;
            byName.merge(nameOf(capture), 1, Integer::sum);
        }
        final String text =
                byName.entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .collect(Collectors.joining(" "));
        assertEquals(
                counts.replaceAll("\\s+", " "),
                roce + " RoCEv2, " + other + " other, " + bad + " bad ICRC " + text);
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldRewriteByDifferenceAsByFullComputation(final String name) {
        final Random random = new Random(42);
        final UnsafeBuffer capture = Captures.load(name);
        final CaptureReader reader = CaptureReader.over(capture);
        while (reader.next()) {
            final byte[] bytes = new byte[reader.length()];
            capture.getBytes(reader.offset(), bytes);
            final UnsafeBuffer before = new UnsafeBuffer(bytes);
            final UnsafeBuffer after = new UnsafeBuffer(bytes.clone());
            Classifier.classify(before, 0, bytes.length, info);
            bridge(after, random);
            final int covered = info.icrcOffset - info.bthOffset - Bth.LENGTH;
            final int delta =
                    IcrcDelta.headerDelta(
                            info.ipVersion, before, info.l3Offset, after, info.l3Offset, covered);
            final int patched = Icrc.load(before, info.icrcOffset) ^ delta;
            assertNotEquals(0, delta);
            assertEquals(icrc.compute(after, info), patched, FrameText.describe(bytes));
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldHoldTheChecksumsOfEveryPacket(final String name) {
        final UnsafeBuffer capture = Captures.load(name);
        final CaptureReader reader = CaptureReader.over(capture);
        while (reader.next()) {
            Classifier.classify(capture, reader.offset(), reader.length(), info);
            assertTrue(Udp.isChecksumRight(capture, info.l3Offset, info.ipVersion, info.udpOffset));
            if (info.ipVersion == 4) {
                assertEquals(
                        Ipv4.checksum(capture, info.l3Offset),
                        Ipv4.computeChecksum(capture, info.l3Offset));
            }
        }
    }

    private void bridge(final UnsafeBuffer frame, final Random random) {
        if (info.ipVersion == 4) {
            Ipv4.src(frame, info.l3Offset, random.nextInt());
            Ipv4.dst(frame, info.l3Offset, random.nextInt());
            Ipv4.tos(frame, info.l3Offset, random.nextInt());
            Ipv4.ttl(frame, info.l3Offset, random.nextInt());
            Ipv4.checksum(frame, info.l3Offset, random.nextInt());
        } else {
            Ipv6.src(frame, info.l3Offset, random.nextLong(), random.nextLong());
            Ipv6.dst(frame, info.l3Offset, random.nextLong(), random.nextLong());
            Ipv6.hopLimit(frame, info.l3Offset, random.nextInt());
        }
        Udp.checksum(frame, info.udpOffset, random.nextInt());
        Bth.congestion(frame, info.bthOffset, random.nextInt());
        Bth.destQpn(frame, info.bthOffset, random.nextInt());
    }

    private String nameOf(final UnsafeBuffer capture) {
        if (info.kind != FrameKind.ROCE_ACK) {
            return Opcode.name(info.opcode);
        }
        final int syndrome = Aeth.syndrome(capture, info.aethOffset);
        switch (Aeth.type(syndrome)) {
            case Aeth.TYPE_ACK:
                return "ACK";
            case Aeth.TYPE_RNR_NAK:
                return "RNR_NAK";
            default:
                return "NAK_" + Aeth.value(syndrome);
        }
    }
}
