package io.polycast.node.link;

import io.polycast.controller.agent.ToAgent;
import io.polycast.controller.agent.ToController;
import io.polycast.dataplane.remote.LinkException;
import io.polycast.dataplane.remote.LinkLine;

/** Lines of the agent link and their records; see docs/agent-link.md. Lines have no line feed. */
public final class AgentLinkCodec {
    /** Most characters of a line. */
    public static final int LINE = LinkLine.MOST;

    /** Line that only shows life, in both directions. */
    public static final String PING = LinkLine.PING;

    private AgentLinkCodec() {}

    /** Whether a line only shows life; such a line is no message. */
    public static boolean isPing(final String line) {
        return line.equals(PING);
    }

    /** Line of a message of an agent. */
    public static String write(final ToController message) {
        return UpLines.write(message);
    }

    /** Line of a message of the controller. */
    public static String write(final ToAgent message) {
        return DownLines.write(message);
    }

    /**
     * @param line of an agent
     * @return the message
     * @throws LinkException when the line is not one
     */
    public static ToController readUp(final String line) throws LinkException {
        return UpLines.read(LinkLine.parse(line));
    }

    /**
     * @param line of the controller
     * @return the message
     * @throws LinkException when the line is not one
     */
    public static ToAgent readDown(final String line) throws LinkException {
        return DownLines.read(LinkLine.parse(line));
    }
}
