package io.polycast.dataplane.state;

import com.fasterxml.jackson.core.JsonProcessingException;
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
 * file is written anew, and put in place in one step, when it is opened and when most of it is history.
 * The state file's lock keeps other processes out.
 */
public final class GroupJournal implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String FORMAT = "polycast-groups";
    private static final int VERSION = 1;
    private static final int LEAST_HISTORY = 1024;
    private static final Set<StandardOpenOption> APPENDING =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);

    private final Path file;
    private final Map<String, JsonNode> entries = new LinkedHashMap<>();
    private FileChannel channel;
    private int lines;

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
                journal.compact();
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
        final String text = Files.readString(file, StandardCharsets.UTF_8);
        int line = 0;
        int from = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
            line++;
            try {
                final JsonNode node = JSON.readTree(text.substring(from, end));
                if (!(line == 1 ? isHeader(node) : apply(node))) {
                    throw damaged(line, null);
                }
            } catch (final JsonProcessingException e) {
                throw damaged(line, e);
            }
            from = end + 1;
        }
        if (line == 0 && !header().toString().startsWith(text)) {
            throw damaged(1, null);
        }
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
     * Keeps a group, synced when this returns.
     *
     * @param entry of it, as under {@code groups:}
     * @throws StateException when it is not kept
     */
    public synchronized void put(final ObjectNode entry) throws StateException {
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
     * @throws StateException when it is still kept
     */
    public synchronized boolean remove(final String id) throws StateException {
        if (!entries.containsKey(id)) {
            return false;
        }
        write(id, JSON.createObjectNode().put("unset", id).toString());
        entries.remove(id);
        return true;
    }

    private void write(final String id, final String line) throws StateException {
        try {
            if (channel == null || lines > LEAST_HISTORY + 2 * entries.size()) {
                compact();
            }
            append(channel, line + '\n');
            channel.force(false);
            lines++;
        } catch (final IOException e) {
            // Half a line would make the next one unreadable: the file is written anew before it.
            CloseHelper.quietClose(channel);
            channel = null;
            throw new StateException(
                    "group "
                            + id
                            + " is as you want it until the next start, but "
                            + file
                            + " cannot be written ("
                            + e.getMessage()
                            + "); make room there and give the command again",
                    e);
        }
    }

    private void compact() throws IOException {
        CloseHelper.quietClose(channel);
        channel = null;
        final Path next = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(next);
        final StringBuilder text = new StringBuilder();
        text.append(header()).append('\n');
        entries.values().forEach(entry -> text.append(set(entry)).append('\n'));
        // Closed to others: it holds remote keys.
        final FileChannel written =
                FileChannel.open(
                        next,
                        APPENDING,
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rw-------")));
        try {
            append(written, text.toString());
            written.force(true);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
            syncDirectory();
        } catch (final IOException e) {
            CloseHelper.quietClose(written);
            throw e;
        }
        channel = written;
        lines = entries.size() + 1;
    }

    private static void append(final FileChannel to, final String text) throws IOException {
        final ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            to.write(bytes);
        }
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
