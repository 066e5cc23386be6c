package io.polycast.dataplane.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.agrona.CloseHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Groups that were set while the switch ran, so that a restart brings them back: one JSON document a
 * line, synced before the one who set the group gets his answer.
 *
 * <pre>
 *   {"crc":"...","of":"...","format":"polycast-groups","version":2,"switch":"leaf1","snapshot":0}
 *   {"crc":"...","of":"...","set":{"id":"10.255.0.9","paths":[...]}}
 *   {"crc":"...","of":"...","unset":"10.255.0.9"}
 *   {"crc":"...","of":"...","end":true}
 * </pre>
 *
 * {@link JournalRecord} has what stands in front of each line. The first {@code snapshot} records are of
 * different groups. The last line moves on with each change: a file without it lost its end. Keys that
 * this version does not know stay with their group until it is set again; {@code version} beside
 * {@code set} is reserved for the group's version.
 *
 * <p>What is damaged is left out and said, see {@link #damage}. Format 1, which has no checks, is read.
 * The file is written anew, and put in place in one step, with the first change after damage or of the
 * other format, and when most of it is history; opening changes nothing, so that a full disk is no
 * reason not to start. A line that cannot be written whole is taken back. The state file's lock keeps
 * other processes out.
 */
public final class GroupJournal implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GroupJournal.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int LEAST_HISTORY = 1024;
    private static final byte[] NOTHING = {};
    private static final Set<StandardOpenOption> NEW =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

    private final Path file;
    private final String owner;
    private final Map<String, ObjectNode> records = new PackedRecords();
    private final List<ObjectNode> others = new ArrayList<>();
    private List<String> damage = List.of();
    private FileChannel channel;

    /** Of what was read, for {@link #reopen}. */
    private byte[] digest = digest(NOTHING);

    /** Whether the file can be appended to. */
    private boolean whole;

    /** Changes in the file. */
    private int places;

    /** Where the line begins that ends the file. */
    private long end;

    private Undo undo;

    /** What takes the last change back. */
    private record Undo(String id, ObjectNode before, long end) {}

    private GroupJournal(final Path file, final String owner) {
        this.file = file;
        this.owner = owner;
    }

    /**
     * Opens the journal; it need not exist.
     *
     * @param file of it
     * @param owner name of the switch
     * @param forget whether to throw away what is in it
     * @return the journal, with what the last process left
     * @throws StateException when it cannot be read or is none
     */
    public static GroupJournal open(final Path file, final String owner, final boolean forget)
            throws StateException {
        final GroupJournal journal = new GroupJournal(file, owner);
        try {
            if (forget) {
                Files.deleteIfExists(file);
            } else if (Files.exists(file)) {
                journal.load();
            }
        } catch (final IOException e) {
            throw new StateException(
                    "groups file "
                            + file
                            + " cannot be opened ("
                            + e.getMessage()
                            + "); check the rights of its directory",
                    e);
        }
        return journal;
    }

    /**
     * Opens a journal again that its owner may have changed since.
     *
     * @param before opened, and not written by it
     * @return the same when the file is what it was, else the journal as it is now
     * @throws StateException when it cannot be read or is none
     */
    public static GroupJournal reopen(final GroupJournal before) throws StateException {
        try {
            final byte[] now =
                    Files.exists(before.file) ? Files.readAllBytes(before.file) : NOTHING;
            if (Arrays.equals(digest(now), before.digest)) {
                return before;
            }
        } catch (final IOException e) {
            LOG.debug("groups file {} is read anew: {}", before.file, e.getMessage());
        }
        return open(before.file, before.owner, false);
    }

    private static byte[] digest(final byte[] text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text);
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private void load() throws IOException, StateException {
        final byte[] text = Files.readAllBytes(file);
        digest = digest(text);
        final JournalReader reader = new JournalReader(file, owner, text);
        reader.read();
        records.putAll(reader.records());
        others.addAll(reader.others());
        damage = List.copyOf(reader.damage());
        damage.forEach(LOG::warn);
        whole = reader.isWhole();
        places = reader.lastPlace();
        end = reader.end();
    }

    /**
     * @return lines on what was damaged and is left out
     */
    public List<String> damage() {
        return damage;
    }

    /**
     * @return the groups' entries by id, in the order in which they were first set
     */
    public synchronized Map<String, JsonNode> entries() {
        final Map<String, JsonNode> entries = new LinkedHashMap<>();
        records.forEach((id, record) -> entries.put(id, record.path("set")));
        return Collections.unmodifiableMap(entries);
    }

    /**
     * Keeps a group, synced when this returns; else the file is what it was.
     *
     * @param entry of it, as under {@code groups:}
     * @throws StateException when it is not kept
     */
    public synchronized void put(final ObjectNode entry) throws StateException {
        undo = null;
        final String id = entry.path("id").asText();
        final ObjectNode record = JSON.createObjectNode();
        record.set("set", entry);
        write(id, record);
        records.put(id, record);
    }

    /**
     * Forgets a group.
     *
     * @param id dotted quad
     * @return whether it was kept
     * @throws StateException when it is still kept; the file is what it was
     */
    public synchronized boolean remove(final String id) throws StateException {
        undo = null;
        if (!records.containsKey(id)) {
            return false;
        }
        write(id, JSON.createObjectNode().put("unset", id));
        records.remove(id);
        return true;
    }

    private void write(final String id, final ObjectNode record) throws StateException {
        try {
            makeReady();
            final long before = end;
            append(JournalRecord.line(owner, places + 1, number(id), record));
            undo = new Undo(id, records.get(id), before);
        } catch (final IOException e) {
            throw new StateException(
                    "group "
                            + id
                            + " is as it was: "
                            + file
                            + " cannot be written ("
                            + e.getMessage()
                            + "); make room there and give the command again",
                    e);
        }
    }

    private void makeReady() throws IOException {
        if (channel == null && whole) {
            channel = FileChannel.open(file, StandardOpenOption.WRITE);
        }
        if (channel == null) {
            compact();
        } else if (places > LEAST_HISTORY + 2 * records.size()) {
            try {
                compact();
            } catch (final IOException e) {
                // The file that there is may still have room for a line.
                LOG.warn("groups file {} is not made shorter: {}", file, e.getMessage());
            }
        }
    }

    /** The whole line, synced, or nothing of it. */
    private void append(final String line) throws IOException {
        try {
            final long next = write(channel, line + '\n', end);
            write(channel, lastLine(places + 1), next);
            channel.force(false);
            end = next;
            places++;
        } catch (final IOException e) {
            cutBack();
            throw e;
        }
    }

    /** Writes only where the file has its blocks, so it works on a full disk. */
    private void cutBack() throws IOException {
        try {
            channel.truncate(write(channel, lastLine(places), end));
            channel.force(false);
        } catch (final IOException e) {
            // What there is now is known to nobody: the next change writes all of it anew.
            CloseHelper.quietClose(channel);
            channel = null;
            whole = false;
            throw e;
        }
    }

    private String lastLine(final int last) {
        return JournalRecord.lastLine(owner, last) + '\n';
    }

    /** A McstID as a number; 0 for what is none. */
    private static int number(final String id) {
        final String[] parts = id.split("\\.", -1);
        int number = 0;
        for (final String part : parts) {
            if (parts.length != 4 || !part.matches("\\d{1,3}")) {
                return 0;
            }
            number = number << 8 | Integer.parseInt(part);
        }
        return number;
    }

    /**
     * Takes the last change back: what it was for did not come about.
     *
     * @throws StateException when the change may come back with the next start
     */
    public synchronized void undo() throws StateException {
        if (undo == null) {
            return;
        }
        final Undo last = undo;
        undo = null;
        end = last.end();
        places--;
        if (last.before() == null) {
            records.remove(last.id());
        } else {
            records.put(last.id(), last.before());
        }
        try {
            cutBack();
        } catch (final IOException e) {
            throw new StateException(
                    "group "
                            + last.id()
                            + " may be another after the next start: "
                            + file
                            + " cannot be cut back ("
                            + e.getMessage()
                            + "); give the command again",
                    e);
        }
    }

    private void compact() throws IOException {
        final Path next = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(next);
        final StringBuilder text = new StringBuilder();
        text.append(JournalRecord.line(JournalReader.NOBODY, 0, 0, header())).append('\n');
        int place = 0;
        for (final Map.Entry<String, ObjectNode> each : records.entrySet()) {
            place++;
            text.append(JournalRecord.line(owner, place, number(each.getKey()), each.getValue()))
                    .append('\n');
        }
        for (final ObjectNode other : others) {
            place++;
            text.append(JournalRecord.line(owner, place, 0, other)).append('\n');
        }
        FileChannel written = null;
        final long behind;
        try {
            // Closed to others: it holds remote keys.
            written =
                    FileChannel.open(
                            next,
                            NEW,
                            PosixFilePermissions.asFileAttribute(
                                    PosixFilePermissions.fromString("rw-------")));
            behind = write(written, text.toString(), 0);
            write(written, lastLine(place), behind);
            written.force(true);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (final IOException e) {
            CloseHelper.quietClose(written);
            Files.deleteIfExists(next);
            throw e;
        }
        CloseHelper.quietClose(channel);
        channel = written;
        whole = true;
        end = behind;
        places = place;
        syncDirectory();
    }

    private ObjectNode header() {
        return JSON.createObjectNode()
                .put("format", JournalReader.FORMAT)
                .put("version", JournalReader.VERSION)
                .put("switch", owner)
                .put("snapshot", records.size() + others.size());
    }

    private static long write(final FileChannel to, final String text, final long from)
            throws IOException {
        final ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        long at = from;
        while (bytes.hasRemaining()) {
            at += to.write(bytes, at);
        }
        return at;
    }

    /** Without it a power cut could bring the old file back. */
    private void syncDirectory() throws IOException {
        try (FileChannel directory =
                FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            directory.force(true);
        }
    }

    /**
     * @return the file
     */
    public Path file() {
        return file;
    }

    @Override
    public synchronized void close() {
        CloseHelper.quietClose(channel);
        channel = null;
    }
}
