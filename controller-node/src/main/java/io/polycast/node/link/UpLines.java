package io.polycast.node.link;

import io.polycast.controller.agent.MemberMemory;
import io.polycast.controller.agent.ToController;
import io.polycast.controller.safeguard.Goodput;
import io.polycast.controller.safeguard.Mode;
import io.polycast.dataplane.remote.LinkException;
import io.polycast.dataplane.remote.LinkLine;

/** Lines of agents. */
final class UpLines {
    private static final int MEMBERS = 65_535;

    /** Bytes of a UDP packet in a frame of 1,500 bytes. */
    private static final int MOST_PACKET = 1472;

    private static final long MOST_PROBE_MS = 600_000;

    private UpLines() {}

    static String write(final ToController message) {
        if (message instanceof ToController.Hello hello) {
            return new Document("hello")
                    .put("version", hello.version())
                    .put("agent", hello.agent())
                    .put("ip", hello.ip())
                    .put("token", hello.token())
                    .text();
        }
        if (message instanceof ToController.Ready ready) {
            return new Document("ready").change(ready.group(), ready.change()).text();
        }
        if (message instanceof ToController.Prepared prepared) {
            return new Document("prepared")
                    .change(prepared.group(), prepared.change())
                    .psn(prepared.psn())
                    .text();
        }
        if (message instanceof ToController.Declined declined) {
            return new Document("declined")
                    .change(declined.group(), declined.change())
                    .put("reason", declined.reason())
                    .text();
        }
        if (message instanceof ToController.MrpUp mrp) {
            return new Document("mrp")
                    .put("address", mrp.address())
                    .put("packet", mrp.packet())
                    .text();
        }
        return writeRequest(message);
    }

    private static String writeRequest(final ToController message) {
        if (message instanceof ToController.Reserve reserve) {
            return new Document("reserve")
                    .request(reserve.request(), reserve.group())
                    .put("members", reserve.members())
                    .text();
        }
        if (message instanceof ToController.Join join) {
            return new Document("join")
                    .request(join.request(), join.group())
                    .put("qpn", join.qpn())
                    .psn(join.psn())
                    .memory(join.memory())
                    .text();
        }
        if (message instanceof ToController.Leave leave) {
            return new Document("leave").request(leave.request(), leave.group()).text();
        }
        if (message instanceof ToController.Source source) {
            return new Document("source").request(source.request(), source.group()).text();
        }
        if (message instanceof ToController.AskMode mode) {
            return new Document("mode")
                    .request(mode.request(), mode.group())
                    .put("mode", mode.mode().label())
                    .put("reason", mode.reason())
                    .text();
        }
        return writeModeAnswer(message);
    }

    private static String writeModeAnswer(final ToController message) {
        if (message instanceof ToController.ModePrepared prepared) {
            return new Document("mode_prepared").number(prepared.group(), prepared.number()).text();
        }
        if (message instanceof ToController.ModeDeclined declined) {
            return new Document("mode_declined")
                    .number(declined.group(), declined.number())
                    .put("reason", declined.reason())
                    .text();
        }
        if (message instanceof ToController.Probed probed) {
            return new Document("probed")
                    .change(probed.group(), probed.change())
                    .put("bytes", probed.bytes())
                    .put("ms", probed.ms())
                    .text();
        }
        if (message instanceof ToController.GoodputSample goodput) {
            return new Document("goodput")
                    .put("group", goodput.group())
                    .put("from", goodput.sample().fromMs())
                    .put("to", goodput.sample().toMs())
                    .put("bytes", goodput.sample().bytes())
                    .text();
        }
        throw new IllegalArgumentException("no line for " + message);
    }

    /** An MRP packet without its trailer. */
    static byte[] packet(final LinkLine line) throws LinkException {
        final byte[] packet = line.bytes("packet");
        if (packet.length > MOST_PACKET) {
            throw new LinkException("key \"packet\" must have at most " + MOST_PACKET + " bytes");
        }
        return packet;
    }

    static ToController read(final LinkLine line) throws LinkException {
        final String type = line.type();
        switch (type) {
            case "hello":
                return new ToController.Hello(
                        (int) line.number("version", 1, 255),
                        line.text("agent"),
                        line.address("ip"),
                        line.text("token"));
            case "ready":
                return new ToController.Ready(line.group(), line.change());
            case "prepared":
                return new ToController.Prepared(line.group(), line.change(), line.word24("psn"));
            case "declined":
                return new ToController.Declined(line.group(), line.change(), line.text("reason"));
            case "mrp":
                return new ToController.MrpUp(line.address("address"), packet(line));
            default:
                return readRequest(type, line);
        }
    }

    private static ToController readRequest(final String type, final LinkLine line)
            throws LinkException {
        switch (type) {
            case "reserve":
                final long members = line.has("members") ? line.number("members", 0, MEMBERS) : 0;
                return new ToController.Reserve(line.request(), line.group(), (int) members);
            case "join":
                return new ToController.Join(
                        line.request(),
                        line.group(),
                        line.word24("qpn"),
                        line.has("psn") ? line.word24("psn") : ToController.NO_PSN,
                        line.has("memory") ? memory(line.inner("memory")) : null);
            case "leave":
                return new ToController.Leave(line.request(), line.group());
            case "source":
                return new ToController.Source(line.request(), line.group());
            case "mode":
                return new ToController.AskMode(
                        line.request(), line.group(), mode(line), line.text("reason"));
            default:
                return readModeAnswer(type, line);
        }
    }

    private static ToController readModeAnswer(final String type, final LinkLine line)
            throws LinkException {
        switch (type) {
            case "mode_prepared":
                return new ToController.ModePrepared(line.group(), decision(line));
            case "mode_declined":
                return new ToController.ModeDeclined(
                        line.group(), decision(line), line.text("reason"));
            case "probed":
                return new ToController.Probed(
                        line.group(),
                        line.change(),
                        line.number("bytes", 0, Goodput.MOST_BYTES),
                        line.number("ms", 1, MOST_PROBE_MS));
            case "goodput":
                return new ToController.GoodputSample(line.group(), sample(line));
            default:
                throw new LinkException("type \"" + type + "\" is unknown");
        }
    }

    private static long decision(final LinkLine line) throws LinkException {
        return line.number("number", 1, Long.MAX_VALUE);
    }

    private static Goodput sample(final LinkLine line) throws LinkException {
        final long from = line.number("from", 0, Long.MAX_VALUE - Goodput.LONGEST_MS);
        return new Goodput(
                from,
                line.number("to", from + 1, from + Goodput.LONGEST_MS),
                line.number("bytes", 0, Goodput.MOST_BYTES));
    }

    static Mode mode(final LinkLine line) throws LinkException {
        final Mode mode = Mode.of(line.text("mode"));
        if (mode == null) {
            throw new LinkException("key \"mode\" must be tree or unicast");
        }
        return mode;
    }

    private static MemberMemory memory(final LinkLine line) throws LinkException {
        return new MemberMemory(
                line.number("va", Long.MIN_VALUE, Long.MAX_VALUE),
                line.number("length", 0, Long.MAX_VALUE),
                (int) line.number("rkey", 0, 0xFFFF_FFFFL));
    }
}
