package io.polycast.dataplane.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.mft.feedback.FeedbackFormat;
import io.polycast.mft.feedback.GroupFeedback;
import io.polycast.mft.feedback.NakSeverity;
import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.spec.SilentPolicy;
import io.polycast.mft.table.Mft;
import io.polycast.mft.table.MftWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts on damaged state: refused, begun anew by name, or right. */
class DamagedStateTest {
    private static final int ROUNDS = 10_000;
    private static final int HEADER = 4096;
    private static final int GROUPS = 6;
    private static final int MAX_GROUPS = 8;
    private static final int MAX_PATHS = 48;

    @TempDir private Path dir;
    private Path file;
    private byte[] whole;
    private final List<String> said = new ArrayList<>();

    @BeforeEach
    void nameFile() {
        file = dir.resolve("leaf1.state");
    }

    /** Of all that can be damaged, what a start takes up, and what it says. */
    @Test
    void shouldNeverBelieveWhatIsDamaged() throws Exception {
        final Random random = new Random(10);
        whole = lived("leaf1", 0, random);
        final List<byte[]> others =
                List.of(lived("leaf2", 0, new Random(11)), lived("leaf1", 1, new Random(12)));
        final Map<Integer, String> right = start(whole);
        assertTrue(right.toString().contains("evicted"), right.toString());
        assertEquals(List.of(), said);
        final Map<String, Integer> outcomes = new TreeMap<>();
        final Map<String, Integer> totals = new TreeMap<>();
        for (int round = 0; round < ROUNDS; round++) {
            final Damage damage = Damage.values()[round % Damage.values().length];
            final byte[] damaged = damage.of(whole, others, random);
            final String outcome = outcome(damaged, right);
            outcomes.merge(damage + " " + outcome, 1, Integer::sum);
            totals.merge(outcome, 1, Integer::sum);
        }
        final List<String> wrong =
                outcomes.entrySet().stream()
                        .filter(e -> e.getKey().matches(".*(believed|silent).*"))
                        .map(Object::toString)
                        .toList();
        assertEquals(List.of(), wrong, outcomes.toString());
        assertTrue(totals.get("anew") > 3_000, outcomes.toString());
        assertTrue(totals.get("refused") > 1_000, outcomes.toString());
        assertTrue(totals.get("right") > 3_000, outcomes.toString());
    }

    private String outcome(final byte[] damaged, final Map<Integer, String> right)
            throws Exception {
        final Map<Integer, String> found;
        try {
            found = start(damaged);
        } catch (final StateException e) {
            assertTrue(e.getMessage().contains("remove it"), e.getMessage());
            return "refused";
        }
        boolean anew = false;
        for (final Map.Entry<Integer, String> group : found.entrySet()) {
            if (group.getValue().equals(right.get(group.getKey()))) {
                continue;
            }
            if (!group.getValue().matches(".*\\[(unknown(, )?)*\\]")) {
                return "believed";
            }
            if (said.stream().noneMatch(line -> line.contains(name(group.getKey())))) {
                return "silent";
            }
            anew = true;
        }
        return anew ? "anew" : "right";
    }

    /**
     * State of all groups after the start, in order of McstIDs; messages of the start go to {@link
     * #said}.
     */
    private Map<Integer, String> start(final byte[] bytes) throws Exception {
        said.clear();
        if (isSameHeader(bytes)) {
            // As below, without the time that files take.
            final UnsafeBuffer words =
                    new UnsafeBuffer(Arrays.copyOfRange(bytes, HEADER, bytes.length));
            if (!FeedbackFormat.isFresh(words, MAX_GROUPS, MAX_PATHS)) {
                return start(words);
            }
        }
        Files.write(file, bytes);
        try (StateFile state = StateFile.open(file, geometry("leaf1", 0))) {
            if (state.anew() != null) {
                for (int i = 0; i < GROUPS; i++) {
                    said.add(state.anew() + ": " + name(i));
                }
            }
            final Map<Integer, String> found = start(new UnsafeBuffer(state.words()));
            state.commit();
            return found;
        }
    }

    private boolean isSameHeader(final byte[] bytes) {
        return bytes.length == whole.length && Arrays.equals(bytes, 0, HEADER, whole, 0, HEADER);
    }

    private Map<Integer, String> start(final UnsafeBuffer words) throws Exception {
        final Map<Integer, String> found = new TreeMap<>();
        try (Mft mft = new Mft(MAX_GROUPS, MAX_PATHS, words)) {
            final MftWriter writer = new MftWriter(mft);
            for (int i = 0; i < GROUPS; i++) {
                startGroup(writer, i);
            }
            writer.endStart();
        }
        for (int i = 0; i < GROUPS; i++) {
            found.put(i, picture(words, group(i).mcstId()));
        }
        return found;
    }

    private void startGroup(final MftWriter writer, final int i) throws GroupRefusedException {
        writer.start(group(i));
        if (writer.startFault() != null) {
            said.add("group " + name(i) + " " + writer.startFault());
        }
    }

    private static String picture(final UnsafeBuffer words, final int mcstId) {
        final GroupFeedback groups = new GroupFeedback(words);
        final PathFeedback paths = new PathFeedback(words, MAX_GROUPS);
        final Map<Integer, String> found = new TreeMap<>();
        int flags = 0;
        for (int slot = 0; slot < MAX_GROUPS; slot++) {
            flags = groups.mcstId(slot) == mcstId ? groups.flags(slot) : flags;
        }
        for (int id = 0; id < MAX_PATHS; id++) {
            if (paths.mcstId(id) == mcstId) {
                final String nak =
                        paths.has(id, PathFeedback.NAK_WAITS)
                                ? "refuses " + paths.nakPsn(id) + "/" + paths.nakSeverity(id)
                                : "";
                final String out =
                        paths.has(id, PathFeedback.EVICTED | PathFeedback.DEMOTED)
                                ? "evicted" + paths.flags(id)
                                : nak.isEmpty() ? "unknown" : "";
                found.put(paths.keyHash(id), out + nak);
            }
        }
        return Integer.toHexString(flags) + found.values();
    }

    /** The file of a switch that ran, was killed, and has members out of service. */
    private byte[] lived(final String name, final int shard, final Random random) throws Exception {
        final Path made = dir.resolve(name + "." + shard);
        try (StateFile state = StateFile.open(made, geometry(name, shard))) {
            final UnsafeBuffer words = new UnsafeBuffer(state.words());
            try (Mft mft = new Mft(MAX_GROUPS, MAX_PATHS, words)) {
                final MftWriter writer = new MftWriter(mft);
                for (int i = 0; i < GROUPS; i++) {
                    writer.start(group(i));
                }
            }
            final PathFeedback paths = new PathFeedback(words, MAX_GROUPS);
            final GroupFeedback groups = new GroupFeedback(words);
            for (int slot = 0; slot < MAX_GROUPS; slot++) {
                if (groups.mcstId(slot) != 0) {
                    groups.set(slot, GroupFeedback.EXCHANGE | GroupFeedback.AGG_VALID);
                    groups.aggAckPsn(slot, random.nextInt(1 << 24));
                    groups.highest(slot, random.nextInt(1 << 24));
                }
            }
            for (int id = 0; id < MAX_PATHS; id++) {
                if (paths.mcstId(id) != 0) {
                    live(paths, id, random);
                }
            }
        }
        return Files.readAllBytes(made);
    }

    private static void live(final PathFeedback paths, final int id, final Random random) {
        paths.ackPsn(id, random.nextInt(1 << 24));
        paths.msn(id, random.nextInt(1 << 24));
        paths.lastHeardNs(id, random.nextLong() >>> 2);
        paths.set(id, PathFeedback.KNOWN);
        switch (random.nextInt(6)) {
            case 0 -> paths.set(id, PathFeedback.EVICTED);
            case 1 -> paths.set(id, PathFeedback.EVICTED | PathFeedback.DEMOTED);
            case 2 -> {
                paths.nakPsn(id, random.nextInt(1 << 24));
                paths.nakSeverity(id, NakSeverity.of(0x62));
                paths.set(id, PathFeedback.NAK_WAITS);
            }
            default -> {
                // In service.
            }
        }
    }

    private static StateGeometry geometry(final String name, final int shard) {
        return StateGeometry.of(name, shard, 2, MAX_GROUPS, MAX_PATHS);
    }

    private static String name(final int i) {
        return "10.255.0." + (i + 1);
    }

    private static GroupSpec group(final int i) {
        final List<PathSpec> paths = new ArrayList<>();
        for (int port = 0; port < 3 + i % 4; port++) {
            final byte[] ip = {10, 0, (byte) i, (byte) (port + 1)};
            paths.add(new PathSpec(port, PathSpec.ANY_VLAN, ip, 0x0200L + port, 256, null));
        }
        return new GroupSpec(
                0x0AFF_0001 + i,
                0,
                i % 2 == 0 ? GroupSpec.UNKNOWN_PSN : 77,
                false,
                FatalNakPolicy.EVICT_MEMBER,
                SilentPolicy.FREEZE,
                0,
                paths);
    }

    /** Kinds of damage. */
    private enum Damage {
        BIT {
            @Override
            byte[] of(final byte[] whole, final List<byte[]> others, final Random random) {
                return flipped(whole, 1, random);
            }
        },
        BITS {
            @Override
            byte[] of(final byte[] whole, final List<byte[]> others, final Random random) {
                return flipped(whole, 2 + random.nextInt(14), random);
            }
        },
        NOISE {
            @Override
            byte[] of(final byte[] whole, final List<byte[]> others, final Random random) {
                final byte[] noise = new byte[1 + random.nextInt(300)];
                random.nextBytes(noise);
                return with(whole, noise, place(whole, noise.length, random));
            }
        },
        CUT {
            @Override
            byte[] of(final byte[] whole, final List<byte[]> others, final Random random) {
                final byte[] cut = Arrays.copyOf(whole, random.nextInt(whole.length));
                return random.nextBoolean() ? cut : Arrays.copyOf(cut, whole.length);
            }
        },
        ZEROS {
            @Override
            byte[] of(final byte[] whole, final List<byte[]> others, final Random random) {
                final int length = 8 << random.nextInt(8);
                return with(whole, new byte[length], aligned(whole, length, random));
            }
        },
        REPEAT {
            @Override
            byte[] of(final byte[] whole, final List<byte[]> others, final Random random) {
                final int length = 8 << random.nextInt(7);
                final int from = aligned(whole, length, random);
                final byte[] block = Arrays.copyOfRange(whole, from, from + length);
                return with(whole, block, aligned(whole, length, random));
            }
        },
        SWAP {
            @Override
            byte[] of(final byte[] whole, final List<byte[]> others, final Random random) {
                return others.get(random.nextInt(others.size()));
            }
        };

        abstract byte[] of(byte[] whole, List<byte[]> others, Random random);

        private static byte[] flipped(final byte[] whole, final int count, final Random random) {
            final byte[] bytes = whole.clone();
            // Most of the header is empty.
            final int from = random.nextInt(8) == 0 ? 0 : HEADER;
            for (int i = 0; i < count; i++) {
                bytes[from + random.nextInt(from == 0 ? 128 : whole.length - from)] ^=
                        (byte) (1 << random.nextInt(8));
            }
            return bytes;
        }

        private static int place(final byte[] whole, final int length, final Random random) {
            final int from = random.nextInt(8) == 0 ? 0 : HEADER;
            return from + random.nextInt(whole.length - from - length);
        }

        private static int aligned(final byte[] whole, final int length, final Random random) {
            return place(whole, length, random) / length * length;
        }

        private static byte[] with(final byte[] whole, final byte[] block, final int at) {
            final byte[] bytes = whole.clone();
            System.arraycopy(block, 0, bytes, at, block.length);
            return bytes;
        }
    }
}
