package io.polycast.node.agent;

import io.polycast.controller.agent.ToController;
import io.polycast.node.link.AgentLinkCodec;
import io.polycast.parser.mrp.MrpAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** What an agent without sockets says, as text. */
final class RecordedOutput implements AgentOutput {
    private final List<String> said = new ArrayList<>();

    /** The last datagram. */
    byte[] datagram = new byte[0];

    /** Words since the last call, a line each. */
    String taken() {
        final String all = String.join("\n", said);
        said.clear();
        return all;
    }

    @Override
    public void toClient(final long client, final String line) {
        said.add("client " + client + " " + line);
    }

    @Override
    public void toController(final ToController message) {
        said.add("controller " + AgentLinkCodec.write(message));
    }

    @Override
    public void toSwitch(
            final MrpAddress address, final int port, final byte[] packet, final int length) {
        datagram = Arrays.copyOf(packet, length);
        said.add("switch " + address + ":" + port + " " + HexFormat.of().formatHex(datagram));
    }
}
