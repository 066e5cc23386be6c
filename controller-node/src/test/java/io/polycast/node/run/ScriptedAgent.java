package io.polycast.node.run;

import io.polycast.controller.agent.ToAgent;
import io.polycast.controller.agent.ToController;
import io.polycast.controller.lab.ScriptedSwitch;
import io.polycast.dataplane.remote.LinkException;
import io.polycast.node.link.AgentLinkCodec;
import io.polycast.node.link.LinkReader;
import io.polycast.parser.mrp.MrpAddress;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A host's agent over a real socket: joins whatever awaits it, and hands MRP to a scripted switch. */
final class ScriptedAgent implements AutoCloseable {
    final BlockingQueue<ToAgent> heard = new LinkedBlockingQueue<>();
    private final Socket socket = new Socket();
    private final OutputStream out;
    private final ScriptedSwitch fabric;
    private final int number;

    ScriptedAgent(
            final InetSocketAddress controller,
            final String token,
            final int number,
            final ScriptedSwitch fabric)
            throws IOException {
        this.number = number;
        this.fabric = fabric;
        socket.connect(controller);
        out = socket.getOutputStream();
        say(new ToController.Hello(1, "h" + number, host(number), token));
        final Thread thread = new Thread(this::read, "scripted-agent-" + number);
        thread.setDaemon(true);
        thread.start();
    }

    static MrpAddress host(final int number) {
        return MrpAddress.ipv4(0x0A000000 + number);
    }

    synchronized void say(final ToController message) throws IOException {
        out.write((AgentLinkCodec.write(message) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private void read() {
        try {
            final LinkReader reader = new LinkReader(socket.getInputStream());
            for (String line = reader.line(); line != null; line = reader.line()) {
                if (AgentLinkCodec.isPing(line)) {
                    ping();
                } else {
                    on(AgentLinkCodec.readDown(line));
                }
            }
        } catch (final IOException | LinkException ended) {
            heard.add(new ToAgent.Refused(0, "", "closed", String.valueOf(ended.getMessage())));
        }
    }

    private synchronized void ping() throws IOException {
        out.write((AgentLinkCodec.PING + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private void on(final ToAgent message) throws IOException {
        heard.add(message);
        if (message instanceof ToAgent.MrpDown mrp) {
            for (final byte[] answer : fabric.on(mrp.address(), mrp.packet())) {
                say(new ToController.MrpUp(mrp.address(), answer));
            }
        } else if (message instanceof ToAgent.Event event && event.kind().equals("created")) {
            say(new ToController.Join(1, event.group(), 0x100 + number, -1, null));
        } else if (message instanceof ToAgent.Expect expect) {
            say(new ToController.Ready(expect.group(), expect.change()));
        } else if (message instanceof ToAgent.Prepare prepare) {
            say(new ToController.Prepared(prepare.group(), prepare.change(), 77));
        } else if (message instanceof ToAgent.ModePrepare prepare) {
            say(new ToController.ModePrepared(prepare.group(), prepare.decision().number()));
        } else if (message instanceof ToAgent.Probe probe) {
            say(new ToController.Probed(probe.group(), probe.change(), 1 << 20, 500));
        }
    }

    /** Waits for a message of a type; fails after 50 s. */
    <T extends ToAgent> T await(final Class<T> type) throws InterruptedException {
        for (; ; ) {
            final ToAgent message = heard.poll(50, TimeUnit.SECONDS);
            if (message == null) {
                throw new AssertionError("no " + type.getSimpleName() + " in 50 s");
            }
            if (type.isInstance(message)) {
                return type.cast(message);
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
