package io.polycast.parser.pcap;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.agrona.concurrent.UnsafeBuffer;

/** Captures of soft-RoCE traffic, and what an independent program counted in each. */
public final class Captures {
    private Captures() {}

    /** File name, then the counts as text. */
    public static List<String[]> counts() {
        return new String(bytes("COUNTS.txt"), StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.trim().split("\\s+", 2))
                .collect(Collectors.toList());
    }

    public static List<String> names() {
        return counts().stream().map(line -> line[0]).collect(Collectors.toList());
    }

    public static UnsafeBuffer load(final String name) {
        return new UnsafeBuffer(bytes(name));
    }

    private static byte[] bytes(final String name) {
        try (InputStream in = Captures.class.getResourceAsStream("/captures/" + name)) {
            if (in == null) {
                throw new IllegalStateException("no capture " + name + " in the test resources");
            }
            return in.readAllBytes();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
