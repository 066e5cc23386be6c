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
import java.util.Collections;
import java.util.LinkedHashMap;
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
 *   {"format":"polycast-groups","version":1}
 *   {"set":{"id":"10.255.0.9","paths":[...]}}
 *   {"unset":"10.255.0.9"}
 * </pre>
 *
 * What a crash left of an unfinished last line is passed over: nobody was told that it was done. The
 * file is written anew, and put in place in one step, when most of it is history; opening changes
 * nothing, so that a full disk is no reason not to start. A line that cannot be written whole is taken
 * back. The state file's lock keeps other processes out.
 */
public final class GroupJournal implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GroupJournal.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String FORMAT = "polycast-groups";
    private static final int VERSION = 1;
    private static final int LEAST_HISTORY = 1024;
    private static final Set<StandardOpenOption> NEW =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

    private final Path file;
    private final Map<String, JsonNode> entries = new LinkedHashMap<>();
    private FileChannel channel;
    private int lines;

    /** Bytes of whole lines; what lies behind them is nobody's. */
    private long length;

    private Undo undo;

    /** What takes the last change back. */
    private record Undo(String id, JsonNode before, long length) {}

    private GroupJournal(final Path file) {
        this.file = file;
    }

    /**
     * Opens the journal; it need not exist.
     *
     * @param file of it
     * @param forget whether to throw away what is in it
     * @return the journal, with what the last process left
     * @throws StateException when it cannot be read or is none
     */
    public static GroupJournal open(final Path file, final boolean forget) throws StateException {
        final GroupJournal journal = new GroupJournal(file);
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

    private void load() throws IOException, StateException {
        final byte[] text = Files.readAllBytes(file);
        int from = 0;
        for (int end = lineEnd(text, 0); end >= 0; end = lineEnd(text, from)) {
            lines++;
            try {
                final JsonNode node = JSON.readTree(text, from, end - from);
                if (!(lines == 1 ? isHeader(node) : apply(node))) {
                    throw damaged(lines, null);
                }
            } catch (final IOException e) {
                throw damaged(lines, e);
            }
            from = end + 1;
        }
        length = from;
        if (lines == 0
                && !header().toString().startsWith(new String(text, StandardCharsets.UTF_8))) {
            throw damaged(1, null);
        }
    }

    private static int lineEnd(final byte[] text, final int from) {
        int at = from;
        while (at < text.length && text[at] != '\n') {
            at++;
        }
        return at < text.length ? at : -1;
    }

    private static JsonNode header() {
        return JSON.createObjectNode().put("format", FORMAT).put("version", VERSION);
    }

    private static boolean isHeader(final JsonNode node) {
        return FORMAT.equals(node.path("format").asText())
                && node.path("version").asInt() == VERSION;
    }

    private boolean apply(final JsonNode node) {
        final JsonNode set = node.path("set");
        if (set.path("id").isTextual()) {
            entries.put(set.path("id").textValue(), set);
            return true;
        }
        entries.remove(node.path("unset").asText());
        return node.path("unset").isTextual();
    }

    private StateException damaged(final int line, final Throwable cause) {
        return new StateException(
                "groups file "
                        + file
                        + ": line "
                        + line
                        + " is not this version's; start with --forget-groups to do without the"
                        + " groups that were set at run time",
                cause);
    }

    /**
     * @return the groups' entries by id, in the order in which they were first set
     */
    public synchronized Map<String, JsonNode> entries() {
        return Collections.unmodifiableMap(new LinkedHashMap<>(entries));
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
        write(id, set(entry));
        entries.put(id, entry);
    }

    private static String set(final JsonNode entry) {
        final ObjectNode line = JSON.createObjectNode();
        line.set("set", entry);
        return line.toString();
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
        if (!entries.containsKey(id)) {
            return false;
        }
        write(id, JSON.createObjectNode().put("unset", id).toString());
        entries.remove(id);
        return true;
    }

    private void write(final String id, final String line) throws StateException {
        try {
            makeReady();
            final long before = length;
            append(line);
            undo = new Undo(id, entries.get(id), before);
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
        if (channel == null && lines > 0) {
            channel = FileChannel.open(file, StandardOpenOption.WRITE);
            channel.truncate(length);
        }
        if (channel == null) {
            compact();
        } else if (lines > LEAST_HISTORY + 2 * entries.size()) {
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
            final long end = write(channel, line + '\n', length);
            channel.force(false);
            length = end;
            lines++;
        } catch (final IOException e) {
            cutBack(length);
            throw e;
        }
    }

    /** Takes no room, so it works on a full disk. */
    private void cutBack(final long to) throws IOException {
        try {
            channel.truncate(to);
            channel.force(false);
        } catch (final IOException e) {
            // Cut when it is opened again, before the next line.
            CloseHelper.quietClose(channel);
            channel = null;
            throw e;
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
        length = last.length();
        lines--;
        if (last.before() == null) {
            entries.remove(last.id());
        } else {
            entries.put(last.id(), last.before());
        }
        try {
            cutBack(length);
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
        text.append(header()).append('\n');
        entries.values().forEach(entry -> text.append(set(entry)).append('\n'));
        FileChannel written = null;
        final long end;
        try {
            // Closed to others: it holds remote keys.
            written =
                    FileChannel.open(
                            next,
                            NEW,
                            PosixFilePermissions.asFileAttribute(
                                    PosixFilePermissions.fromString("rw-------")));
            end = write(written, text.toString(), 0);
            written.force(true);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (final IOException e) {
            CloseHelper.quietClose(written);
            Files.deleteIfExists(next);
            throw e;
        }
        CloseHelper.quietClose(channel);
        channel = written;
        length = end;
        lines = entries.size() + 1;
        syncDirectory();
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
