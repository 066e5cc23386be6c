package io.polycast.fuzz;

import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.icrc.Icrc;
import io.polycast.parser.repr.FrameText;
import io.polycast.parser.wire.IcrcField;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/** One frame through the classifier, the ICRC and the printer. */
public final class FrameTarget {
    private FrameTarget() {}

    /**
     * @param bytes of the frame; the buffer around it ends where it ends, so that no byte beyond is
     *     read unseen
     */
    public static void fuzzerTestOneInput(final byte[] bytes) {
        final byte[] before = bytes.clone();
        final UnsafeBuffer frame = new UnsafeBuffer(bytes);
        final FrameInfo info = new FrameInfo();
        final int kind = Classifier.classify(frame, 0, bytes.length, info);
        Check.equal(kind, info.kind, "kind");
        switch (kind) {
            case FrameKind.MALFORMED ->
                    Check.that(Ending.byId(info.reason) != null, "no such reason " + info.reason);
            case FrameKind.ROCE_DATA,
                    FrameKind.ROCE_ACK,
                    FrameKind.ROCE_CNP,
                    FrameKind.ROCE_REFUSED -> {
                Check.that(
                        info.icrcOffset >= 0 && info.icrcOffset + IcrcField.LENGTH <= bytes.length,
                        "ICRC at " + info.icrcOffset + " of " + bytes.length + " bytes");
                new Icrc().verify(frame, info);
            }
            default -> {
                // Nothing of ours.
            }
        }
        final String text = FrameText.describe(frame, info);
        Check.that(!text.isEmpty() && text.length() < 512, "text of " + text.length());
        Check.that(text.chars().allMatch(c -> c >= 0x20 && c < 0x7F), "unprintable: " + text);
        Check.that(Arrays.equals(before, bytes), "the frame changed");
    }
}
