package io.polycast.fuzz;

import io.polycast.parser.pcap.CaptureFormatException;
import io.polycast.parser.pcap.CaptureReader;
import io.polycast.parser.repr.FrameText;
import org.agrona.concurrent.UnsafeBuffer;

/** A capture file, pcap or pcapng. */
public final class CaptureTarget {
    private CaptureTarget() {}

    /**
     * @param bytes of the file
     */
    public static void fuzzerTestOneInput(final byte[] bytes) {
        final UnsafeBuffer file = new UnsafeBuffer(bytes);
        int frames = 0;
        try {
            final CaptureReader reader = CaptureReader.over(file);
            while (reader.next()) {
                Check.that(
                        reader.length() >= 0
                                && reader.offset() >= 0
                                && reader.length() <= bytes.length - reader.offset(),
                        "frame at " + reader.offset() + " of length " + reader.length());
                FrameText.describe(file, reader.offset(), reader.length());
                // Every frame has a header in the file.
                Check.that(++frames <= bytes.length / 16, frames + " frames");
            }
        } catch (final CaptureFormatException e) {
            Check.that(!e.getMessage().isBlank(), "refused without a reason");
        }
    }
}
