package io.polycast.node.link;

import io.polycast.dataplane.remote.LinkException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Lines of a stream, with a bound on their length. */
public final class LinkReader {
    private final InputStream in;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    /**
     * @param in stream of UTF-8
     */
    public LinkReader(final InputStream in) {
        this.in = new BufferedInputStream(in);
    }

    /**
     * @return the next line without its end, or null at the end of the stream
     * @throws IOException of the stream
     * @throws LinkException when the line is too long
     */
    public String line() throws IOException, LinkException {
        line.reset();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                return null;
            }
            if (line.size() >= AgentLinkCodec.LINE) {
                throw new LinkException("a line may have " + AgentLinkCodec.LINE + " bytes");
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.UTF_8);
    }
}
