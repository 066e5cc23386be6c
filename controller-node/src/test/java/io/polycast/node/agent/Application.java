package io.polycast.node.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** An application at the agent's socket; blocks. */
final class Application implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final SocketChannel channel;
    private final BufferedReader lines;

    Application(final Path socket) throws IOException {
        channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        channel.connect(UnixDomainSocketAddress.of(socket));
        lines = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
    }

    void say(final String line) throws IOException {
        final ByteBuffer bytes = ByteBuffer.wrap((line + '\n').getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /** The next line but for news of the link, or null at the end of the connection. */
    JsonNode next() throws IOException {
        String line = lines.readLine();
        while (line != null && line.contains("\"event\":\"link\"")) {
            line = lines.readLine();
        }
        return line == null ? null : JSON.readTree(line);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
