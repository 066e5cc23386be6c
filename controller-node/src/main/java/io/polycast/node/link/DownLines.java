package io.polycast.node.link;

import io.polycast.controller.agent.ToAgent;
import io.polycast.controller.safeguard.ModeDecision;
import io.polycast.dataplane.remote.LinkException;
import io.polycast.dataplane.remote.LinkLine;
import io.polycast.parser.mrp.MrpAddress;
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
            final Document line =
                    new Document("done")
                            .request(done.request(), done.group())
                            .put("revision", done.revision());
            return (done.missing() == 0 ? line : line.put("missing", done.missing())).text();
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
        if (message instanceof ToAgent.ModePrepare prepare) {
            return decision("mode_prepare", prepare.group(), prepare.decision());
        }
        if (message instanceof ToAgent.ModeCommit commit) {
            return decision("mode_commit", commit.group(), commit.decision());
        }
        if (message instanceof ToAgent.Probe probe) {
            return new Document("probe").change(probe.group(), probe.change()).text();
        }
        throw new IllegalArgumentException("no line for " + message);
    }

    private static String decision(
            final String type, final String group, final ModeDecision decision) {
        return new Document(type)
                .number(group, decision.number())
                .put("mode", decision.mode().label())
                .put("reason", decision.reason())
                .text();
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
                        UpLines.packet(line));
            case "event":
                return new ToAgent.Event(
                        line.number("number", 0, Long.MAX_VALUE),
                        line.group(),
                        line.text("kind"),
                        line.has("ip") ? line.address("ip") : MrpAddress.NONE,
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
                return new ToAgent.Done(
                        line.request(),
                        line.group(),
                        revision(line),
                        line.has("missing") ? (int) line.number("missing", 0, 0xFFFF) : 0);
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
            case "mode_prepare":
                return new ToAgent.ModePrepare(line.group(), decision(line));
            case "mode_commit":
                return new ToAgent.ModeCommit(line.group(), decision(line));
            case "probe":
                return new ToAgent.Probe(line.group(), line.change());
            default:
                throw new LinkException("type \"" + type + "\" is unknown");
        }
    }

    private static ModeDecision decision(final LinkLine line) throws LinkException {
        return new ModeDecision(
                line.number("number", 1, Long.MAX_VALUE), UpLines.mode(line), line.text("reason"));
    }

    private static int revision(final LinkLine line) throws LinkException {
        return (int) line.number("revision", 0, 0xFFFF);
    }
}
