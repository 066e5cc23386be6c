package io.polycast.fuzz.shufflecast;

import io.polycast.dataplane.remote.LinkException;
import io.polycast.dataplane.remote.LinkLine;
import io.polycast.dataplane.schema.shufflecast.link.RelayLinkCodec;
import io.polycast.fuzz.Check;
import io.polycast.node.config.TokenFile;
import io.polycast.node.shufflecast.ControlCore;
import io.polycast.node.shufflecast.ControlSettings;
import io.polycast.node.shufflecast.GroupStore;
import io.polycast.node.shufflecast.Peers;
import io.polycast.topology.shuffle.PhysicalTor;
import io.polycast.topology.shuffle.ShuffleShape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Lines of relays and applications against the control of a 2,2-Shufflecast. The first byte of a line says
 * which connection it comes from. A connection without an accepted hello changes nothing, and what the control says is
 * always a line that its reader takes.
 */
public final class RelayLinkTarget implements Peers {
    private static final int MOST_LINES = 200;
    private static final int CONNECTIONS = 10;
    private static final long WATCHER = 99;
    private static final long LINE_NS = 20_000_000L;
    private static final String TOKEN = "0123456789abcdef";
    private static final ShuffleShape SHAPE = new ShuffleShape(2, 2);
    private static final ControlSettings SETTINGS =
            new ControlSettings(
                    new InetSocketAddress(0),
                    Path.of("token"),
                    null,
                    SHAPE,
                    IntStream.range(0, SHAPE.nodes())
                            .mapToObj(tor -> new PhysicalTor(tor, List.of(tor)))
                            .toList(),
                    1_000_000_000L);
    private static final TokenFile SECRET = secret();

    private final ControlCore core = new ControlCore(SETTINGS, SECRET, this, GroupStore.NONE);
    private final Set<Long> dropped = new HashSet<>();
    private final List<String> watched = new ArrayList<>();
    private long nowNs = 1;
    private int answers;

    private RelayLinkTarget() {
        core.onLine(nowNs, WATCHER, hello(",\"application\":true"));
        Check.that(core.isKnown(WATCHER), "an application with the token is refused");
    }

    private static TokenFile secret() {
        try {
            final Path file =
                    Files.createTempFile(
                            "polycast-fuzz",
                            ".token",
                            PosixFilePermissions.asFileAttribute(
                                    PosixFilePermissions.fromString("rw-------")));
            try {
                Files.writeString(file, TOKEN);
                return TokenFile.read(file);
            } finally {
                Files.delete(file);
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String hello(final String more) {
        return "{\"type\":\"hello\",\"version\":1,\"token\":\"" + TOKEN + "\"" + more + "}";
    }

    /**
     * @param bytes of the lines
     */
    public static void fuzzerTestOneInput(final byte[] bytes) {
        final RelayLinkTarget target = new RelayLinkTarget();
        int start = 0;
        int lines = 0;
        for (int i = 0; i <= bytes.length && lines < MOST_LINES; i++) {
            if (i == bytes.length || bytes[i] == '\n') {
                target.take(Arrays.copyOfRange(bytes, start, i));
                start = i + 1;
                lines++;
            }
        }
    }

    /** An input that takes every way. */
    public static byte[] seed() {
        final List<String> lines = new ArrayList<>();
        for (int tor = 0; tor < SHAPE.nodes(); tor++) {
            lines.add(
                    tor
                            + hello(
                                    ",\"relay\":\"r\",\"p\":2,\"k\":2,\"nodes\":[{\"tor\":"
                                            + tor
                                            + ",\"version\":0,\"sources\":[]}]"));
        }
        for (int tor = 0; tor < SHAPE.nodes(); tor++) {
            lines.add(tor + "{\"type\":\"rules\",\"tor\":" + tor + ",\"version\":1}");
        }
        lines.add("8" + hello(",\"application\":true"));
        lines.add(
                "8{\"type\":\"members\",\"request\":1,\"group\":\"239.1.1.1\",\"members\":"
                        + "[{\"tor\":0,\"ports\":[\"h0\"]},{\"tor\":3,\"ports\":[\"h1\"]}]}");
        lines.add("0{\"type\":\"members\",\"change\":1}");
        lines.add("3{\"type\":\"members\",\"change\":1,\"refusal\":\"no port h1\"}");
        lines.add("8{\"type\":\"start\",\"request\":2,\"sources\":[0]}");
        lines.add("8{\"type\":\"start\",\"request\":3,\"sources\":[1]}");
        lines.add("8{\"type\":\"status\",\"request\":4}");
        lines.add("4{\"type\":\"heard\",\"tor\":4,\"relay\":0,\"heard\":false}");
        lines.add("6{\"type\":\"heard\",\"tor\":6,\"relay\":0,\"heard\":false}");
        lines.add("4{\"type\":\"heard\",\"tor\":4,\"relay\":0,\"heard\":true}");
        lines.add("8{\"type\":\"end\",\"request\":2}");
        lines.add("g5");
        lines.add("t");
        lines.add("9{\"type\":\"hello\",\"version\":1,\"token\":\"wrong-wrong-wrong\"}");
        return String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
    }

    private void take(final byte[] line) {
        nowNs += LINE_NS;
        if (line.length == 0) {
            return;
        }
        if (line[0] >= '0' && line[0] < '0' + CONNECTIONS) {
            onLine(line[0] - '0', new String(line, 1, line.length - 1, StandardCharsets.UTF_8));
        } else if (line[0] == 'g' && line.length > 1) {
            end(line[1] & 7);
        } else {
            nowNs += 2_000_000_000L;
            core.onTime(nowNs);
        }
    }

    private void onLine(final long peer, final String line) {
        final boolean wasKnown = core.isKnown(peer);
        final String before = status();
        answers = 0;
        core.onLine(nowNs, peer, line);
        if (dropped.remove(peer)) {
            end(peer);
        }
        if (!wasKnown && !core.isKnown(peer)) {
            Check.that(
                    before.equals(status()), "a connection without a hello has changed something");
        }
        Check.that(answers <= MOST_LINES, "answers to one line: " + answers);
    }

    private void end(final long peer) {
        core.onGone(nowNs, peer);
        Check.that(!core.isKnown(peer), "a connection that has ended is known");
        for (long other = 0; other < CONNECTIONS; other++) {
            if (dropped.remove(other)) {
                end(other);
            }
        }
    }

    /** What an application is told of all relays. */
    private String status() {
        watched.clear();
        core.onLine(nowNs, WATCHER, "{\"type\":\"status\",\"request\":7}");
        Check.equal(1, watched.size(), "answers to a request for the status");
        return watched.get(0);
    }

    @Override
    public void send(final long peer, final String line) {
        answers++;
        Check.that(line.indexOf('\n') < 0, "a line feed within a line");
        try {
            final LinkLine read = LinkLine.parse(line);
            if (peer == WATCHER) {
                watched.add(line);
            } else if (read.has("request")) {
                Check.that(read.request() >= 0, "an answer without its request");
            } else {
                RelayLinkCodec.readControl(read);
            }
        } catch (final LinkException e) {
            throw new AssertionError("the control says what nobody can read: " + line, e);
        }
    }

    @Override
    public void drop(final long peer, final String why) {
        Check.that(why != null && !why.isEmpty(), "a connection ends without a reason");
        Check.that(peer != WATCHER, "the connection of another is ended");
        dropped.add(peer);
    }
}
