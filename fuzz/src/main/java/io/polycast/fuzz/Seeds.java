package io.polycast.fuzz;

import io.polycast.fuzz.shufflecast.RelayLinkTarget;
import io.polycast.fuzz.shufflecast.ShufflecastSeeds;
import io.polycast.fuzz.surrogate.SurrogateSeeds;
import io.polycast.parser.pcap.CaptureReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Seeds of the targets: frames of real captures, one of each kind, and texts. Crashes that were mended
 * stay here as files of the corpus.
 */
public final class Seeds {
    private static final int PROGRAMS = 24;
    private static final int PROGRAM_BYTES = 300;

    private Seeds() {}

    /**
     * @param target that the seeds are for
     * @return inputs, in the same order each time
     * @throws IOException when the corpus cannot be read
     */
    public static List<byte[]> of(final Target target) throws IOException {
        final List<byte[]> seeds = new ArrayList<>(files(target.label()));
        switch (target) {
            case FRAME -> seeds.addAll(frames());
            case SWITCH -> {
                seeds.addAll(programs());
                seeds.add(rawFrames(0));
                seeds.add(rawFrames(0x80));
            }
            case CAPTURE -> seeds.addAll(captures());
            case SURROGATE -> seeds.addAll(SurrogateSeeds.programs());
            case SHUFFLECAST -> seeds.addAll(ShufflecastSeeds.programs());
            case MRP -> seeds.add(MrpTarget.seed());
            case AGENT -> seeds.add(AgentTarget.seed());
            case RELAYLINK -> seeds.add(RelayLinkTarget.seed());
            default -> {
                // Files are all.
            }
        }
        return seeds;
    }

    /**
     * Writes the seeds of all targets.
     *
     * @param args the directory: a directory of files for each target is made in it
     * @throws IOException when it cannot be written
     */
    public static void main(final String[] args) throws IOException {
        for (final Target target : Target.values()) {
            final Path directory = Path.of(args[0], target.label());
            Files.createDirectories(directory);
            int n = 0;
            for (final byte[] seed : of(target)) {
                Files.write(directory.resolve(String.format("seed-%03d", n++)), seed);
            }
        }
    }

    /** Files of the corpus are named, one per line, in its index: a jar has no directories. */
    private static List<byte[]> files(final String directory) throws IOException {
        final List<byte[]> files = new ArrayList<>();
        for (final String name : new String(resource("index"), "UTF-8").lines().toList()) {
            if (name.startsWith(directory + "/")) {
                files.add(resource(name));
            }
        }
        return files;
    }

    private static List<byte[]> frames() throws IOException {
        final byte[] capture = resource("frames.pcap");
        final List<byte[]> frames = new ArrayList<>();
        final CaptureReader reader = CaptureReader.over(new UnsafeBuffer(capture));
        while (reader.next()) {
            frames.add(
                    Arrays.copyOfRange(
                            capture, reader.offset(), reader.offset() + reader.length()));
        }
        return frames;
    }

    /** All frames behind each other, one on each port. */
    private static byte[] rawFrames(final int repaired) throws IOException {
        final ByteArrayOutputStream program = new ByteArrayOutputStream();
        int member = 0;
        for (final byte[] frame : frames()) {
            if (frame.length < 256) {
                program.write(SwitchTarget.RAW | member++ % 4 << 3 | repaired);
                program.write(frame.length >> 8);
                program.write(frame.length);
                program.write(frame);
            }
        }
        return program.toByteArray();
    }

    /** Runs in which data and feedback mostly follow each other as they should. */
    private static List<byte[]> programs() {
        final List<byte[]> programs = new ArrayList<>();
        for (int seed = 0; seed < PROGRAMS; seed++) {
            final Random random = new Random(seed);
            final ByteArrayOutputStream program = new ByteArrayOutputStream();
            final int group = seed % Groups.COUNT << 5;
            while (program.size() < PROGRAM_BYTES) {
                final int source = random.nextInt(8) == 0 ? random.nextInt(4) : 0;
                program.write(SwitchTarget.DATA | source << 3 | group);
                program.write(random.nextInt(256));
                program.write(random.nextInt(6) == 0 ? -random.nextInt(4) : 0);
                for (int i = 0; i < 3; i++) {
                    program.write(SwitchTarget.ACK | random.nextInt(4) << 3 | group);
                    program.write(-random.nextInt(3));
                    program.write(random.nextInt(4) == 0 ? random.nextInt(256) : 0x1F);
                }
                if (random.nextInt(4) == 0) {
                    program.write(random.nextInt(256));
                }
            }
            programs.add(program.toByteArray());
        }
        return programs;
    }

    private static List<byte[]> captures() throws IOException {
        final byte[] whole = resource("frames.pcap");
        final List<byte[]> captures = new ArrayList<>();
        for (final int length : new int[] {24, 200, 1000, 4000}) {
            captures.add(Arrays.copyOf(whole, Math.min(length, whole.length)));
        }
        return captures;
    }

    private static byte[] resource(final String name) throws IOException {
        try (InputStream in = Seeds.class.getResourceAsStream("/corpus/" + name)) {
            if (in == null) {
                throw new IOException("corpus/" + name + " is not there; corpus/index names it");
            }
            return in.readAllBytes();
        }
    }
}
