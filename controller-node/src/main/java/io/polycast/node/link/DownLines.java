package io.polycast.node.link;

import io.polycast.controller.agent.ToAgent;
import io.polycast.dataplane.remote.LinkException;
import io.polycast.dataplane.remote.LinkLine;
import io.polycast.parser.wire.Ipv4;

/** Lines of the controller. */
final class DownLines {
    private DownLines() {}

    static String write(final ToAgent message) {
        if (message instanceof ToAgent.Welcome welcome) {
            return new Document("welcome")
                    .put("version", welcome.version())
                    .put("controller", welcome.controller())
                    .text();
        }
        if (message instanceof ToAgent.Redirect redirect) {
            return new Document("redirect").put("leader", redirect.leader()).text();
        }
        if (message instanceof ToAgent.MrpDown mrp) {
            return new Document("mrp")
                    .put("address", mrp.address())
                    .put("port", mrp.port())
                    .put("packet", mrp.packet())
                    .text();
        }
        if (message instanceof ToAgent.Event event) {
            return new Document("event")
                    .put("number", event.number())
                    .put("group", event.group())
                    .put("kind", event.kind())
                    .put("ip", event.ip())
                    .put("text", event.text())
                    .text();
        }
        if (message instanceof ToAgent.Member member) {
            return new Document("member")
                    .put("group", member.group())
                    .put("address", member.address())
                    .put("qpn", member.qpn())
                    .put("revision", member.revision())
                    .text();
        }
        return writeAnswer(message);
    }

    private static String writeAnswer(final ToAgent message) {
        if (message instanceof ToAgent.Reserved reserved) {
            final ToAgent.Reservation what = reserved.reservation();
            return new Document("reserved")
                    .request(reserved.request(), reserved.group())
                    .put("id", Ipv4.format(what.id()))
                    .put("address", what.address())
                    .put("initialPsn", what.initialPsn())
                    .put("epoch", what.epoch())
                    .text();
        }
        if (message instanceof ToAgent.Done done) {
            return new Document("done")
                    .request(done.request(), done.group())
                    .put("revision", done.revision())
                    .text();
        }
        if (message instanceof ToAgent.Granted granted) {
            return new Document("granted")
                    .request(granted.request(), granted.group())
                    .psn(granted.psn())
                    .text();
        }
        if (message instanceof ToAgent.Refused refused) {
            return new Document("refused")
                    .request(refused.request(), refused.group())
                    .put("reason", refused.reason())
                    .put("text", refused.text())
                    .text();
        }
        return writeQuestion(message);
    }

    private static String writeQuestion(final ToAgent message) {
        if (message instanceof ToAgent.Expect expect) {
            return new Document("expect")
                    .change(expect.group(), expect.change())
                    .psn(expect.psn())
                    .text();
        }
        if (message instanceof ToAgent.Prepare prepare) {
            return new Document("prepare").change(prepare.group(), prepare.change()).text();
        }
        if (message instanceof ToAgent.Commit commit) {
            return new Document("commit")
                    .change(commit.group(), commit.change())
                    .put("source", commit.source())
                    .text();
        }
        throw new IllegalArgumentException("no line for " + message);
    }

    static ToAgent read(final LinkLine line) throws LinkException {
        final String type = line.type();
        switch (type) {
            case "welcome":
                return new ToAgent.Welcome(
                        (int) line.number("version", 1, 255), line.text("controller"));
            case "redirect":
                return new ToAgent.Redirect(line.text("leader"));
            case "mrp":
                return new ToAgent.MrpDown(
                        line.address("address"),
                        (int) line.number("port", 1, 0xFFFF),
                        line.bytes("packet"));
            case "event":
                return new ToAgent.Event(
                        line.number("number", 0, Long.MAX_VALUE),
                        line.group(),
                        line.text("kind"),
                        line.address("ip"),
                        line.text("text"));
            case "member":
                return new ToAgent.Member(
                        line.group(), line.address("address"), line.word24("qpn"), revision(line));
            default:
                return readAnswer(type, line);
        }
    }

    private static ToAgent readAnswer(final String type, final LinkLine line) throws LinkException {
        switch (type) {
            case "reserved":
                return new ToAgent.Reserved(
                        line.request(),
                        line.group(),
                        new ToAgent.Reservation(
                                line.address("id").last32(),
                                line.address("address"),
                                line.word24("initialPsn"),
                                line.number("epoch", 0, 0xFFFF_FFFFL)));
            case "done":
                return new ToAgent.Done(line.request(), line.group(), revision(line));
            case "granted":
                return new ToAgent.Granted(line.request(), line.group(), line.word24("psn"));
            case "refused":
                return new ToAgent.Refused(
                        line.request(), line.text("group"), line.text("reason"), line.text("text"));
            case "expect":
                return new ToAgent.Expect(line.group(), line.change(), line.word24("psn"));
            case "prepare":
                return new ToAgent.Prepare(line.group(), line.change());
            case "commit":
                return new ToAgent.Commit(line.group(), line.change(), line.flag("source"));
            default:
                throw new LinkException("type \"" + type + "\" is unknown");
        }
    }

    private static int revision(final LinkLine line) throws LinkException {
        return (int) line.number("revision", 0, 0xFFFF);
    }
}
