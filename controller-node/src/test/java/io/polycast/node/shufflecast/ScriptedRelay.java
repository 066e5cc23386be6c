package io.polycast.node.shufflecast;

import io.polycast.dataplane.remote.LinkException;
import io.polycast.dataplane.remote.LinkLine;
import io.polycast.dataplane.schema.shufflecast.link.ControlSays;
import io.polycast.dataplane.schema.shufflecast.link.RelayLinkCodec;
import io.polycast.dataplane.schema.shufflecast.link.RelaySays;
import io.polycast.node.link.LinkReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** A relay, or an application, over a real socket. Rules and members are acknowledged as the test wants. */
final class ScriptedRelay implements AutoCloseable {
    private static final long PATIENCE_NS = 50_000_000_000L;

    final int tor;
    private final Socket socket = new Socket();
    private final List<String> lines = new ArrayList<>();
    private List<Integer> sources = List.of();
    private int version;
    private boolean ended;

    /** Whether rules are acknowledged when they come. */
    private boolean acknowledges = true;

    /** Why members are refused, or null. */
    private String refusal;

    ScriptedRelay(final InetSocketAddress control, final int tor) throws IOException {
        this.tor = tor;
        socket.connect(control);
        final Thread thread = new Thread(this::read, "scripted-relay-" + tor);
        thread.setDaemon(true);
        thread.start();
    }

    /** A relay that has said hello; it has the rules that it had. */
    static ScriptedRelay hello(final InetSocketAddress control, final int tor, final String token)
            throws IOException {
        final ScriptedRelay relay = new ScriptedRelay(control, tor);
        relay.say(
                new RelaySays.Hello(
                        1,
                        "tor" + tor,
                        token,
                        2,
                        2,
                        List.of(new RelaySays.NodeRules(tor, 0, List.of()))));
        return relay;
    }

    void say(final RelaySays message) throws IOException {
        say(RelayLinkCodec.write(message));
    }

    synchronized void say(final String line) throws IOException {
        socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private void read() {
        try {
            final LinkReader reader = new LinkReader(socket.getInputStream());
            for (String line = reader.line(); line != null; line = reader.line()) {
                on(line);
            }
        } catch (final IOException | LinkException e) {
            // The end, as a test expects it.
        }
        synchronized (this) {
            ended = true;
            notifyAll();
        }
    }

    private synchronized void on(final String line) throws IOException, LinkException {
        if (line.equals(LinkLine.PING)) {
            say(LinkLine.PING);
            return;
        }
        lines.add(line);
        if (tor >= 0 && line.contains("\"rules\"")) {
            final ControlSays.Rules rules =
                    (ControlSays.Rules) RelayLinkCodec.readControl(LinkLine.parse(line));
            if (rules.version() <= version) {
                throw new LinkException("version " + rules.version() + " goes back");
            }
            version = rules.version();
            sources = rules.sources();
            if (acknowledges) {
                say(new RelaySays.RulesHold(tor, version));
            }
        } else if (tor >= 0 && line.contains("\"members\"")) {
            final ControlSays.Members members =
                    (ControlSays.Members) RelayLinkCodec.readControl(LinkLine.parse(line));
            say(new RelaySays.MembersSet(members.change(), refusal));
        }
        notifyAll();
    }

    synchronized List<Integer> sources() {
        return sources;
    }

    synchronized int version() {
        return version;
    }

    synchronized void refuse(final String reason) {
        refusal = reason;
    }

    synchronized void hold() {
        acknowledges = false;
    }

    synchronized void acknowledge() throws IOException {
        acknowledges = true;
        say(new RelaySays.RulesHold(tor, version));
    }

    void awaitRules(final List<Integer> expected) throws InterruptedException {
        awaitSources("rules " + expected, expected::equals);
    }

    void awaitSources(final String what, final Predicate<List<Integer>> expected)
            throws InterruptedException {
        await(what, () -> expected.test(sources));
    }

    /** Waits for a line that has all words; it is forgotten. */
    synchronized String awaitLine(final String... words) throws InterruptedException {
        await(List.of(words) + "", () -> lines.stream().anyMatch(each -> has(each, words)));
        final String line = lines.stream().filter(each -> has(each, words)).findFirst().orElse("");
        lines.remove(line);
        return line;
    }

    private static boolean has(final String line, final String... words) {
        return List.of(words).stream().allMatch(line::contains);
    }

    void awaitEnd() throws InterruptedException {
        await("the end of the connection", () -> ended);
    }

    private synchronized void await(final String what, final BooleanSupplier condition)
            throws InterruptedException {
        final long deadline = System.nanoTime() + PATIENCE_NS;
        while (!condition.getAsBoolean()) {
            final long leftMs = (deadline - System.nanoTime()) / 1_000_000;
            if (leftMs <= 0) {
                throw new AssertionError("ToR " + tor + " waits for " + what + " and got " + lines);
            }
            wait(leftMs);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
