package io.polycast.node.shufflecast;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.dataplane.disk.IoReason;
import io.polycast.dataplane.remote.LinkException;
import io.polycast.dataplane.remote.LinkLine;
import io.polycast.parser.wire.Ipv4;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.CloseHelper;

/**
 * The file {@code control.state}: a line about the instance, then a request {@code members} of each group. Each change
 * writes the file whole and replaces the one before. FILE.lock is held as long as the control runs.
 */
final class GroupFile implements GroupStore, AutoCloseable {
    private static final String TYPE = "polycast-shufflecast-groups";
    private static final int VERSION = 1;

    private final Path file;
    private final ControlSettings settings;
    private final FileChannel lock;
    private final Map<Integer, Map<Integer, List<String>>> groups = new TreeMap<>();

    private GroupFile(final Path file, final ControlSettings settings, final FileChannel lock) {
        this.file = file;
        this.settings = settings;
        this.lock = lock;
    }

    /**
     * @param settings of the control, with the file
     * @return groups of the file, none when there is no file yet
     * @throws IOException when it cannot be used; the message has the remedy
     */
    static GroupFile open(final ControlSettings settings) throws IOException {
        final Path file = settings.state().toAbsolutePath();
        final FileChannel lock = lock(file);
        boolean done = false;
        try {
            final GroupFile opened = new GroupFile(file, settings, lock);
            opened.read();
            // A disk without room is found now and not at the first change.
            opened.write();
            done = true;
            return opened;
        } catch (final LinkException damaged) {
            throw new IOException(
                    "control.state "
                            + file
                            + " is damaged ("
                            + damaged.getMessage()
                            + "): restore it, or remove it and set the groups again",
                    damaged);
        } finally {
            if (!done) {
                CloseHelper.quietClose(lock);
            }
        }
    }

    private static FileChannel lock(final Path file) throws IOException {
        final Path path = file.resolveSibling(file.getFileName() + ".lock");
        FileChannel channel = null;
        try {
            channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (channel.tryLock() != null) {
                return channel;
            }
        } catch (final OverlappingFileLockException e) {
            CloseHelper.quietClose(channel);
            throw inUse(file);
        } catch (final IOException e) {
            CloseHelper.quietClose(channel);
            throw new IOException(
                    "control.state "
                            + file
                            + " cannot be used ("
                            + IoReason.of(e)
                            + "): make its directory, or change control.state",
                    e);
        }
        CloseHelper.quietClose(channel);
        throw inUse(file);
    }

    private static IOException inUse(final Path file) {
        return new IOException(
                "control.state "
                        + file
                        + " is in use by another control: stop it, or change control.state");
    }

    private void read() throws IOException, LinkException {
        if (!Files.exists(file)) {
            return;
        }
        final List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (final IOException e) {
            throw new IOException(
                    "control.state " + file + " cannot be read (" + IoReason.of(e) + ")", e);
        }
        if (lines.isEmpty()) {
            throw new LinkException("it is empty");
        }
        requireInstance(LinkLine.parse(lines.get(0)), lines.size() - 1);
        for (final String line : lines.subList(1, lines.size())) {
            if (!(ApplicationRequest.read(LinkLine.parse(line), settings.tors().size())
                            instanceof ApplicationRequest.Members members)
                    || members.members().isEmpty()
                    || groups.put(members.group(), members.members()) != null) {
                throw new LinkException("a line is no group, or a group stands twice");
            }
        }
    }

    private void requireInstance(final LinkLine line, final int found)
            throws IOException, LinkException {
        if (!line.type().equals(TYPE) || line.number("version", 1, 255) != VERSION) {
            throw new LinkException("it is no " + TYPE + " of version " + VERSION);
        }
        final long p = line.number("p", 1, Integer.MAX_VALUE);
        final long k = line.number("k", 1, Integer.MAX_VALUE);
        final long tors = line.number("tors", 1, Integer.MAX_VALUE);
        if (p != settings.shape().p()
                || k != settings.shape().k()
                || tors != settings.tors().size()) {
            throw new IOException(
                    "control.state "
                            + file
                            + " is of a "
                            + p
                            + ","
                            + k
                            + "-Shufflecast of "
                            + tors
                            + " ToRs, the configuration of a "
                            + settings.shape()
                            + "-Shufflecast of "
                            + settings.tors().size()
                            + ": change control.state, or remove the file");
        }
        final long groupsSaid = line.number("groups", 0, Integer.MAX_VALUE);
        if (groupsSaid != found) {
            throw new LinkException("it has " + found + " of " + groupsSaid + " groups");
        }
    }

    @Override
    public Map<Integer, Map<Integer, List<String>>> groups() {
        return Collections.unmodifiableMap(groups);
    }

    @Override
    public String keep(final int group, final Map<Integer, List<String>> members) {
        final Map<Integer, List<String>> before = put(group, members);
        try {
            write();
            return null;
        } catch (final IOException e) {
            put(group, before);
            return "the control cannot keep it: " + e.getMessage();
        }
    }

    private Map<Integer, List<String>> put(
            final int group, final Map<Integer, List<String>> members) {
        final Map<Integer, List<String>> before =
                members.isEmpty() ? groups.remove(group) : groups.put(group, members);
        return before == null ? Map.of() : before;
    }

    private void write() throws IOException {
        final StringBuilder text = new StringBuilder();
        text.append(LinkLine.write(header())).append('\n');
        groups.forEach(
                (group, members) -> text.append(LinkLine.write(line(group, members))).append('\n'));
        final Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try {
            try (FileChannel channel =
                    FileChannel.open(
                            fresh,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.TRUNCATE_EXISTING,
                            StandardOpenOption.WRITE)) {
                final ByteBuffer bytes =
                        ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8));
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
            try (FileChannel directory = FileChannel.open(file.getParent())) {
                directory.force(true);
            }
        } catch (final IOException e) {
            throw new IOException(
                    "control.state " + file + " cannot be written (" + IoReason.of(e) + ")", e);
        }
    }

    private ObjectNode header() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("type", TYPE)
                .put("version", VERSION)
                .put("p", settings.shape().p())
                .put("k", settings.shape().k())
                .put("tors", settings.tors().size())
                .put("groups", groups.size());
    }

    private static ObjectNode line(final int group, final Map<Integer, List<String>> members) {
        final ObjectNode line =
                ApplicationRequest.document("members", 0).put("group", Ipv4.format(group));
        final ArrayNode list = line.putArray("members");
        members.forEach(
                (tor, ports) -> {
                    final ArrayNode names = list.addObject().put("tor", tor).putArray("ports");
                    ports.forEach(names::add);
                });
        return line;
    }

    @Override
    public void close() {
        CloseHelper.quietClose(lock);
    }
}
