package io.polycast.dataplane.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.dataplane.disk.IoReason;
import io.polycast.dataplane.groups.GroupOrigin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * File of the groups that were set at run time. The next start installs them again. Each line is one JSON
 * document. A change is on the disk before its command is answered.
 *
 * <pre>
 *   {"crc":"...","of":"...","format":"polycast-groups","version":2,"switch":"leaf1","snapshot":0,"floor":3}
 *   {"crc":"...","of":"...","set":{"id":"10.255.0.9","paths":[...]},"role":"cepheus","origin":"command","version":4}
 *   {"crc":"...","of":"...","unset":"10.255.0.9","version":4}
 *   {"crc":"...","of":"...","end":true}
 * </pre>
 *
 * Keys of a line:
 *
 * <ul>
 *   <li>{@code crc} and {@code of}: check, place and group, see {@link JournalRecord}.
 *   <li>{@code snapshot}: number of records that the file began with, one per group.
 *   <li>{@code floor}: highest version of the groups that were unset.
 *   <li>{@code set}: the group's entry.
 *   <li>{@code role}: role that the entry is for; cepheus if the key is missing.
 *   <li>{@code origin}: author of the entry, see {@link GroupOrigin}.
 *   <li>{@code kept}: text of the role beyond the entry's keys, see {@code RoleSchema.kept}.
 *   <li>{@code version}: the group's, see {@link GroupVersions}.
 *   <li>{@code unset}: a group that was removed, or a group of the configuration file. The journal keeps only
 *       the version of the latter.
 *   <li>{@code end}: last line. Each change moves it, so a file without it is truncated.
 * </ul>
 *
 * Unknown keys of the header stay in the file. Unknown keys of a group stay until the group is set again.
 *
 * <p>Damaged lines are skipped and reported, see {@link #damage}. Format 1, which has no checks, is read too.
 * Opening changes nothing, so a start succeeds on a full disk. The first change after damage, or after a read
 * of format 1, replaces the file in one step. So does a change when most lines are history. A line that
 * cannot be written whole is removed again. The state file's lock keeps other processes out.
 */
public final class GroupJournal implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GroupJournal.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int LEAST_HISTORY = 1024;

    /** Where the entry comes from, see {@link GroupOrigin}. */
    private static final String ORIGIN = "origin";

    /** Text of the role beyond the entry's keys. */
    private static final String KEPT = "kept";

    private final String owner;
    private final String role;
    private final JournalFile lines;
    private final GroupVersions versions = new GroupVersions();
    private final Map<String, ObjectNode> records = new PackedRecords();
    private final List<ObjectNode> others = new ArrayList<>();
    private ObjectNode header = JSON.createObjectNode();
    private List<String> damage = List.of();
    private Undo undo;

    /** Action that takes the last change back. */
    private record Undo(
            String id, ObjectNode before, long version, long floor, JournalFile.Mark mark) {}

    private GroupJournal(final Path file, final String owner, final String role) {
        this.owner = owner;
        this.role = role;
        this.lines = new JournalFile(file, owner);
    }

    /**
     * Opens the journal; it need not exist.
     *
     * @param file of it
     * @param owner name of the switch
     * @param role of the switch, which wrote the entries
     * @param forget whether to throw away what is in it
     * @return the journal, with the groups of the last process
     * @throws StateException when it cannot be read or is none
     */
    public static GroupJournal open(
            final Path file, final String owner, final String role, final boolean forget)
            throws StateException {
        final GroupJournal journal = new GroupJournal(file, owner, role);
        try {
            if (forget) {
                Files.deleteIfExists(file);
            } else if (Files.exists(file)) {
                journal.load(file);
            }
        } catch (final IOException e) {
            throw new StateException(
                    "groups file "
                            + file
                            + " cannot be opened ("
                            + IoReason.of(e)
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
            if (before.lines.isAsRead()) {
                return before;
            }
        } catch (final IOException e) {
            LOG.debug("groups file {} is read anew: {}", before.file(), IoReason.of(e));
        }
        return open(before.file(), before.owner, before.role, false);
    }

    private void load(final Path file) throws IOException, StateException {
        final JournalReader reader = new JournalReader(file, owner, role, lines.read());
        reader.read();
        final Map<String, ObjectNode> found = reader.records();
        others.addAll(reader.others());
        header = reader.header();
        damage = List.copyOf(reader.damage());
        lines.goOn(reader);
        versions.raise(reader.floor());
        found.forEach((id, record) -> versions.put(id, JournalReader.version(record)));
        if (!damage.isEmpty()) {
            versions.skipLost(reader.highest());
            found.forEach((id, record) -> record.put(JournalReader.ITS_VERSION, versions.of(id)));
        }
        records.putAll(found);
    }

    /** Warnings about damaged lines that are left out. */
    public List<String> damage() {
        return damage;
    }

    /** Versions of all groups, those of the configuration too once they were started. */
    public GroupVersions versions() {
        return versions;
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
     * @param id dotted quad of a group that is kept
     * @return origin of its entry; a command where an earlier build has not written any
     */
    public synchronized GroupOrigin origin(final String id) {
        final ObjectNode record = records.get(id);
        return record == null || !record.path(ORIGIN).isTextual()
                ? GroupOrigin.COMMAND
                : GroupOrigin.of(record.path(ORIGIN).textValue());
    }

    /**
     * @param id dotted quad
     * @param origin of its entry
     * @return entry of a group that is kept with this origin, or null
     */
    public synchronized JsonNode entry(final String id, final GroupOrigin origin) {
        return records.containsKey(id) && origin(id) == origin ? records.get(id).get("set") : null;
    }

    /**
     * @param id dotted quad of a group that is kept
     * @return text of the role beyond the entry's keys, or null
     */
    public synchronized String kept(final String id) {
        final ObjectNode record = records.get(id);
        return record == null ? null : record.path(KEPT).textValue();
    }

    /**
     * Keeps a group under its next version, from the next {@link #sync} on over a power cut; else the file
     * is what it was.
     *
     * @param entry of it, as under {@code groups:}
     * @throws StateException when it is not kept
     */
    public void put(final ObjectNode entry) throws StateException {
        put(entry, GroupOrigin.COMMAND, null);
    }

    /**
     * As {@link #put(ObjectNode)}, of any origin.
     *
     * @param entry of the group
     * @param origin of the entry
     * @param kept text of the role beyond the entry's keys, or null
     * @throws StateException when it is not kept
     */
    public synchronized void put(
            final ObjectNode entry, final GroupOrigin origin, final String kept)
            throws StateException {
        final String id = entry.path("id").asText();
        final long version = versions.next(id);
        final ObjectNode record = JSON.createObjectNode();
        record.set("set", entry);
        record.put(JournalReader.ROLE, role);
        record.put(ORIGIN, origin.word());
        if (kept != null) {
            record.put(KEPT, kept);
        }
        write(id, record, version);
        records.put(id, record);
        versions.put(id, version);
    }

    /**
     * Keeps only the next version of a group, because the next start takes its entry from the
     * configuration.
     *
     * @param id dotted quad
     * @throws StateException when it is not kept; the file is what it was
     */
    public synchronized void putVersion(final String id) throws StateException {
        final long version = versions.next(id);
        write(id, JSON.createObjectNode().put("unset", id), version);
        records.remove(id);
        versions.putElsewhere(id, version);
    }

    /**
     * Forgets a group, but for the version that it had.
     *
     * @param id dotted quad
     * @return whether it was known
     * @throws StateException when it is still kept; the file is what it was
     */
    public synchronized boolean remove(final String id) throws StateException {
        undo = null;
        if (!records.containsKey(id) && versions.of(id) == 0) {
            return false;
        }
        write(id, JSON.createObjectNode().put("unset", id), versions.of(id));
        records.remove(id);
        versions.drop(id);
        return true;
    }

    private void write(final String id, final ObjectNode record, final long version)
            throws StateException {
        undo = null;
        try {
            makeReady();
            final JournalFile.Mark mark = lines.mark();
            record.put(JournalReader.ITS_VERSION, version);
            lines.append(new JournalFile.Line(number(id), record));
            undo = new Undo(id, records.get(id), versions.of(id), versions.floor(), mark);
        } catch (final IOException e) {
            throw new StateException(
                    "group "
                            + id
                            + " is as it was: "
                            + file()
                            + " cannot be written ("
                            + IoReason.of(e)
                            + "); make room there and give the command again",
                    e);
        }
    }

    private void makeReady() throws IOException {
        if (!lines.open()) {
            compact();
        } else if (lines.places() > LEAST_HISTORY + 2 * records.size()) {
            try {
                compact();
            } catch (final IOException e) {
                // The file that there is may still have room for a line.
                LOG.warn("groups file {} is not made shorter: {}", file(), IoReason.of(e));
            }
        }
    }

    private void compact() throws IOException {
        // One line at a time: the groups together are large.
        final Stream<JournalFile.Line> all =
                Stream.concat(
                        records.entrySet().stream()
                                .map(
                                        each ->
                                                new JournalFile.Line(
                                                        number(each.getKey()), each.getValue())),
                        others.stream().map(other -> new JournalFile.Line(0, other)));
        lines.rewrite(
                header.put("format", JournalReader.FORMAT)
                        .put("version", JournalReader.VERSION)
                        .put("switch", owner)
                        .put(JournalReader.SNAPSHOT, records.size() + others.size())
                        .put(JournalReader.FLOOR, versions.nextFloor()),
                all.iterator());
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
     * All changes so far survive a power cut when this returns.
     *
     * @throws StateException when it may not
     */
    public synchronized void sync() throws StateException {
        try {
            lines.sync();
        } catch (final IOException e) {
            throw new StateException(
                    "groups file "
                            + file()
                            + " cannot be synced ("
                            + IoReason.of(e)
                            + "), and a power cut may bring the groups of before back; check the"
                            + " disk and give the command again",
                    e);
        }
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
        if (last.before() == null) {
            records.remove(last.id());
        } else {
            records.put(last.id(), last.before());
        }
        versions.put(last.id(), last.version());
        versions.restoreFloor(last.floor());
        try {
            lines.cutBackTo(last.mark());
        } catch (final IOException e) {
            throw new StateException(
                    "group "
                            + last.id()
                            + " may be another after the next start: "
                            + file()
                            + " cannot be cut back ("
                            + IoReason.of(e)
                            + "); give the command again",
                    e);
        }
    }

    /**
     * @return the file
     */
    public Path file() {
        return lines.path();
    }

    @Override
    public synchronized void close() {
        lines.close();
    }
}
