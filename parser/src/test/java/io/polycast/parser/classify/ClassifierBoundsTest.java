package io.polycast.parser.classify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.contract.Ending;
import io.polycast.parser.pcap.CaptureReader;
import io.polycast.parser.pcap.Captures;
import io.polycast.parser.repr.FrameText;
import io.polycast.parser.repr.SampleFrames;
import java.lang.reflect.Field;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** No bytes cause an exception, and no byte outside the frame changes the result. */
class ClassifierBoundsTest {
    private static final int MUTATIONS = 40;
    private static final int MARGIN = 64;

    @Test
    void shouldClassifyEveryKindOfFrameCutAnywhere() {
        for (final byte[] frame : SampleFrames.all()) {
            assertNotEquals(FrameKind.OTHER, inspect(frame), () -> FrameText.describe(frame));
            for (int length = 0; length < frame.length; length++) {
                inspect(SampleFrames.cut(frame, length));
            }
        }
    }

    @Test
    void shouldNeverTakeACutRoceFrameForAWholeOne() {
        for (final byte[] frame : SampleFrames.all()) {
            final FrameInfo info = new FrameInfo();
            Classifier.classify(new UnsafeBuffer(frame), 0, frame.length, info);
            if (info.ipVersion == 0 || info.kind == FrameKind.NEIGHBOUR_SOLICITATION) {
                continue;
            }
            for (int length = 0; length < info.icrcOffset + 4; length++) {
                final int kind = inspect(SampleFrames.cut(frame, length));
                assertEquals(
                        length < info.udpOffset + 4 ? FrameKind.OTHER : FrameKind.MALFORMED, kind);
            }
        }
    }

    @Test
    void shouldSurviveMutatedCaptures() {
        final Random random = new Random(7);
        for (final String name : Captures.names()) {
            final UnsafeBuffer capture = Captures.load(name);
            final CaptureReader reader = CaptureReader.over(capture);
            while (reader.next()) {
                for (int i = 0; i < MUTATIONS; i++) {
                    final byte[] frame = new byte[reader.length()];
                    capture.getBytes(reader.offset(), frame);
                    mutate(frame, random);
                    inspect(SampleFrames.cut(frame, length(frame, random)));
                }
            }
        }
    }

    @Test
    void shouldSurviveMutatedSamples() {
        final Random random = new Random(8);
        for (int round = 0; round < MUTATIONS; round++) {
            for (final byte[] sample : SampleFrames.all()) {
                final byte[] frame = sample.clone();
                mutate(frame, random);
                inspect(SampleFrames.cut(frame, length(frame, random)));
            }
        }
    }

    @Property
    void shouldSurviveAnyBytes(@ForAll @Size(max = 200) final byte[] frame) {
        inspect(frame);
    }

    private static int length(final byte[] frame, final Random random) {
        return random.nextInt(3) == 0 ? random.nextInt(frame.length + 1) : frame.length;
    }

    private static void mutate(final byte[] frame, final Random random) {
        final int changes = 1 + random.nextInt(3);
        // headers matter most: tags, IP, UDP, BTH and extensions lie in the first 110 bytes
        final int reach = Math.min(frame.length, random.nextBoolean() ? 110 : frame.length);
        for (int i = 0; i < changes; i++) {
            frame[random.nextInt(reach)] = (byte) random.nextInt();
        }
    }

    /** Classifies in a buffer as long as the frame, and between strangers; both must agree. */
    private static int inspect(final byte[] frame) {
        final FrameInfo alone = new FrameInfo();
        final DirectBuffer exact = new UnsafeBuffer(frame);
        final int kind = Classifier.classify(exact, 0, frame.length, alone);
        assertNotNull(FrameText.describe(exact, alone));
        assertSameAsTheLongWay(exact, alone);
        check(alone, frame.length);

        final byte[] wide = SampleFrames.bytes(frame.length + 2 * MARGIN);
        System.arraycopy(frame, 0, wide, MARGIN, frame.length);
        final FrameInfo within = new FrameInfo();
        final DirectBuffer neighbours = new UnsafeBuffer(wide);
        assertEquals(kind, Classifier.classify(neighbours, MARGIN, frame.length, within));
        assertEquals(alone.reason, within.reason);
        assertEquals(alone.icrcOffset + MARGIN, within.icrcOffset);
        assertEquals(alone.payloadOffset + MARGIN, within.payloadOffset);
        assertEquals(alone.payloadLength, within.payloadLength);
        assertEquals(FrameText.describe(exact, alone), FrameText.describe(neighbours, within));
        return kind;
    }

    /** The short way for common frames finds what the other does, in every field. */
    private static void assertSameAsTheLongWay(final DirectBuffer frame, final FrameInfo found) {
        final FrameInfo other = new FrameInfo();
        Classifier.classifyAny(frame, 0, frame.capacity(), other);
        for (final Field field : FrameInfo.class.getFields()) {
            assertEquals(value(field, other), value(field, found), field::getName);
        }
    }

    private static Object value(final Field field, final FrameInfo info) {
        try {
            return field.get(info);
        } catch (final IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private static void check(final FrameInfo info, final int length) {
        assertEquals(info.kind == FrameKind.MALFORMED, info.reason != 0);
        if (info.reason != 0) {
            assertNotNull(Ending.byId(info.reason));
        }
        if (info.kind >= FrameKind.ROCE_DATA && info.kind <= FrameKind.ROCE_REFUSED) {
            assertTrue(info.icrcOffset + 4 <= length);
            assertTrue(info.payloadOffset + info.payloadLength <= info.icrcOffset);
            assertTrue(info.payloadOffset >= info.bthOffset + 12);
            assertTrue(info.rethOffset < 0 || info.rethOffset + 16 <= info.payloadOffset);
            assertTrue(info.aethOffset < 0 || info.aethOffset + 4 <= info.payloadOffset);
        }
    }
}
