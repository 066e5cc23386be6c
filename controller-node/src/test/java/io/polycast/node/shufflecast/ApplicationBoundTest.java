package io.polycast.node.shufflecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.node.config.TokenFile;
import io.polycast.topology.shuffle.Placement;
import io.polycast.topology.shuffle.ShuffleShape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The control remembers a bounded number of requests of one connection. */
class ApplicationBoundTest implements Peers {
    private static final String TOKEN = "0123456789abcdef";
    private static final int MOST = 64;
    private static final long PEER = 1;

    @TempDir private Path directory;

    private final List<String> lines = new ArrayList<>();
    private ControlCore core;

    @BeforeEach
    void start() throws IOException {
        final Path file =
                Files.createFile(
                        directory.resolve("token"),
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, TOKEN);
        final ShuffleShape shape = new ShuffleShape(2, 2);
        core =
                new ControlCore(
                        new ControlSettings(
                                null,
                                null,
                                null,
                                shape,
                                new Placement(shape, shape.nodes()).tors(),
                                1_000_000_000L),
                        TokenFile.read(file),
                        this,
                        GroupStore.NONE);
        say("{\"type\":\"hello\",\"version\":1,\"application\":true,\"token\":\"" + TOKEN + "\"}");
        assertTrue(core.isKnown(PEER), lines.toString());
        lines.clear();
    }

    private String say(final String line) {
        core.onLine(1, PEER, line);
        return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
    }

    private String ask(final int request) {
        return say("{\"type\":\"start\",\"request\":" + request + ",\"sources\":[0]}");
    }

    @Test
    void shouldRefuseARequestBeyondTheBoundUntilAnotherEnds() {
        for (int request = 1; request <= MOST; request++) {
            ask(request);
        }
        assertEquals(1, lines.size(), "one runs, all others wait: " + lines);
        final String refused = ask(MOST + 1);
        assertTrue(refused.contains("\"refused\""), refused);
        assertTrue(refused.contains(MOST + " requests wait"), refused);
        say("{\"type\":\"end\",\"request\":" + MOST + "}");
        lines.clear();
        assertEquals("", ask(MOST + 1), "it waits for the one that runs");
        assertTrue(say("{\"type\":\"status\",\"request\":9}").contains("\"settled\""));
    }

    @Override
    public void send(final long peer, final String line) {
        lines.add(line);
    }

    @Override
    public void drop(final long peer, final String why) {
        throw new AssertionError(why);
    }
}
