package io.polycast.fuzz;

import io.polycast.controller.agent.ToController;
import io.polycast.dataplane.remote.LinkException;
import io.polycast.mft.registration.auth.MrpAuthenticator;
import io.polycast.mft.registration.auth.MrpKey;
import io.polycast.node.agent.AgentCore;
import io.polycast.node.agent.AgentOutput;
import io.polycast.node.agent.HostMrp;
import io.polycast.node.link.AgentLinkCodec;
import io.polycast.parser.mrp.MrpAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Lines of applications, lines of a controller and datagrams against one host agent. The first byte of a line
 * says whose it is. A refused message changes nothing, and no datagram passes an agent whose key it lacks.
 */
public final class AgentTarget implements AgentOutput {
    private static final int MOST_LINES = 100;
    private static final int APPLICATIONS = 2;
    private static final long WALL_MS = 1_700_000_000_000L;
    private static final MrpAddress OWN = MrpAddress.ipv4(0x0A000003);
    private static final MrpAddress GROUP = MrpAddress.ipv4(0x0AFF0001);

    private final AgentCore core =
            new AgentCore("h3", OWN, new HostMrp(OWN, 4792, MrpAuthenticator.none(), this), this);
    private final HostMrp guarded =
            new HostMrp(
                    OWN,
                    4792,
                    new MrpAuthenticator(List.of(new MrpKey(1, new byte[32])), 1, 64),
                    this);
    private int said;
    private boolean refused;

    private AgentTarget() {
        for (long client = 1; client <= APPLICATIONS; client++) {
            core.onClient(client);
        }
        core.onLinked();
    }

    /**
     * @param bytes of the lines
     */
    public static void fuzzerTestOneInput(final byte[] bytes) {
        final AgentTarget target = new AgentTarget();
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
    static byte[] seed() {
        return String.join(
                        "\n",
                        "1{\"command\":\"reserve\",\"request\":1,\"group\":\"job\",\"members\":2}",
                        "l{\"type\":\"reserved\",\"request\":1,\"group\":\"job\",\"id\":\"10.255.0.1\","
                            + "\"address\":\"10.255.0.1\",\"initialPsn\":77,\"epoch\":5}",
                        "1{\"command\":\"join\",\"group\":\"job\",\"qpn\":257,\"psn\":3,"
                                + "\"memory\":{\"va\":1,\"length\":2,\"rkey\":3}}",
                        "2{\"command\":\"join\",\"group\":\"job\",\"qpn\":258}",
                        "l{\"type\":\"member\",\"group\":\"job\",\"address\":\"10.255.0.1\","
                                + "\"qpn\":257,\"revision\":7}",
                        "m\u0013\u0000\u0000\u0007\u0000\u0001\u0000\u0001" + "\u0000".repeat(48),
                        "l{\"type\":\"mrp\",\"address\":\"10.255.0.1\",\"port\":4792,"
                                + "\"packet\":\"FQAABwABAAEAAAABAAAAAA==\"}",
                        "l{\"type\":\"expect\",\"group\":\"job\",\"change\":9,\"psn\":12}",
                        "1{\"command\":\"ready\",\"group\":\"job\",\"change\":9}",
                        "1{\"command\":\"source\",\"group\":\"job\"}",
                        "l{\"type\":\"mode_prepare\",\"group\":\"job\",\"number\":2,"
                                + "\"mode\":\"unicast\",\"reason\":\"slow\"}",
                        "1{\"command\":\"mode_prepared\",\"group\":\"job\",\"number\":2}",
                        "l{\"type\":\"probe\",\"group\":\"job\",\"change\":9}",
                        "1{\"command\":\"probed\",\"group\":\"job\",\"change\":9,"
                                + "\"bytes\":5,\"ms\":500}",
                        "1{\"command\":\"goodput\",\"group\":\"job\",\"from_ms\":5,"
                                + "\"to_ms\":255,\"bytes\":7}",
                        "g",
                        "l{\"type\":\"done\",\"request\":4,\"group\":\"job\",\"revision\":8}")
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    private void take(final byte[] line) {
        if (line.length == 0) {
            return;
        }
        final byte[] rest = Arrays.copyOfRange(line, 1, line.length);
        said = 0;
        refused = false;
        switch (line[0]) {
            case '1', '2' -> onApplication(line[0] - '0', new String(rest, StandardCharsets.UTF_8));
            case 'l' -> onController(new String(rest, StandardCharsets.UTF_8));
            case 'm' -> onSwitch(rest);
            case 'g' -> {
                core.onClientGone(1);
                core.onClient(1);
            }
            default -> {
                core.onUnlinked();
                core.onLinked();
            }
        }
        Check.that(core.waiting() <= MOST_LINES, "requests grow without bound");
    }

    private void onApplication(final long client, final String line) {
        final int waiting = core.waiting();
        final long owner = core.owner("job");
        core.onClientLine(client, line);
        Check.that(said == 1 || said == 2, "a request has an answer or goes on: " + said);
        if (refused) {
            Check.equal(waiting, core.waiting(), "requests after a refusal");
            Check.equal(owner, core.owner("job"), "owner after a refusal");
        }
    }

    private void onController(final String line) {
        try {
            core.onController(AgentLinkCodec.readDown(line), WALL_MS);
            Check.that(said <= APPLICATIONS, "one message, at most a line for each application");
        } catch (final LinkException e) {
            Check.equal(0, said, "lines after nonsense");
        }
    }

    private void onSwitch(final byte[] datagram) {
        guarded.onSwitch(GROUP, datagram, datagram.length, WALL_MS);
        Check.equal(0, said, "packets after a datagram without a key");
        core.mrp().onSwitch(GROUP, datagram, datagram.length, WALL_MS);
        Check.that(said <= 1, "a datagram makes at most one leave");
    }

    @Override
    public void toClient(final long client, final String line) {
        said++;
        refused |= line.contains("\"ok\":false");
    }

    @Override
    public void toController(final ToController message) {
        said++;
        AgentLinkCodec.write(message);
    }

    @Override
    public void toSwitch(
            final MrpAddress address, final int port, final byte[] packet, final int length) {
        said++;
        Check.that(length <= packet.length, "a packet longer than its buffer");
    }
}
