package io.polycast.cli.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.cli.CommandRun;
import io.polycast.cli.console.ExitCode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A list whose switch goes away while a request is under way. */
@Timeout(60)
class GroupListLostTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir private Path dir;

    @Test
    void shouldSayOfHowManyEntriesItIsNotKnown() throws Exception {
        final CommandRun run = set(1_002, 1);
        assertEquals(
                "polycast: 1000 entries are set; it is not known whether the next 2 are: look at"
                        + " them (show groups) and set them again; nothing is set from there on",
                run.errors().get(1));
        assertEquals(2, run.errors().size(), run.err());
    }

    @Test
    void shouldSaySoOfTheFirstRequestToo() throws Exception {
        final CommandRun run = set(3, 0, "--json");
        assertEquals(
                "polycast: 0 entries are set; it is not known whether the next 3 are: look at"
                        + " them (show groups) and set them again; nothing is set from there on",
                run.errors().get(1));
        assertEquals(3, run.json().get("unknown").intValue());
    }

    @Test
    void shouldNotSaySoWhenTheSwitchNeverSawTheRequest() throws Exception {
        final CommandRun run = set(3, -1);
        assertEquals(1, run.errors().size(), run.err());
    }

    /** Sets a list; the switch answers some requests, sees the next one and hangs up; none below 0. */
    private CommandRun set(final int entries, final int answered, final String... options)
            throws Exception {
        final StringBuilder list = new StringBuilder();
        for (int i = 0; i < entries; i++) {
            list.append("- {id: 10.255.").append(i >> 8).append('.').append(i & 0xFF).append("}\n");
        }
        final Path file = Files.writeString(dir.resolve("list.yaml"), list);
        final Path socket = dir.resolve("c.sock");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            final CompletableFuture<Void> serving =
                    CompletableFuture.runAsync(
                            () -> serve(server, answered), task -> new Thread(task).start());
            final String[] words = new String[options.length + 5];
            words[0] = "group";
            words[1] = "set";
            words[2] = "--socket";
            words[3] = socket.toString();
            words[4] = file.toString();
            System.arraycopy(options, 0, words, 5, options.length);
            final CommandRun run = CommandRun.of(words);
            serving.get(30, TimeUnit.SECONDS);
            assertEquals(ExitCode.MISSING, run.exitCode(), run.err());
            return run;
        }
    }

    private static void serve(final ServerSocketChannel server, final int answered) {
        try {
            for (int i = 0; i <= Math.max(0, answered); i++) {
                try (SocketChannel client = server.accept()) {
                    final BufferedReader lines =
                            new BufferedReader(Channels.newReader(client, StandardCharsets.UTF_8));
                    lines.readLine();
                    if (answered >= 0) {
                        answer(client, JSON.createObjectNode().put("ok", true));
                        final String request = lines.readLine();
                        if (i < answered) {
                            answer(client, groups(JSON.readTree(request).get("groups").size()));
                        }
                    }
                }
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ObjectNode groups(final int count) {
        final ObjectNode reply = JSON.createObjectNode().put("ok", true);
        final ArrayNode groups = reply.putArray("groups");
        for (int i = 0; i < count; i++) {
            groups.addObject().put("ok", true).put("id", "10.255.0.0").put("change", "created");
        }
        return reply;
    }

    private static void answer(final SocketChannel client, final ObjectNode reply)
            throws IOException {
        final ByteBuffer line =
                ByteBuffer.wrap((reply.toString() + '\n').getBytes(StandardCharsets.UTF_8));
        while (line.hasRemaining()) {
            client.write(line);
        }
    }
}
