package io.polycast.dataplane.schema.shufflecast.link;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.dataplane.config.Addresses;
import io.polycast.dataplane.remote.LinkException;
import io.polycast.dataplane.remote.LinkLine;
import io.polycast.parser.igmp.Igmp;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.topology.shuffle.ShuffleShape;
import java.util.ArrayList;
import java.util.List;

/** Lines of the control link and their records; see docs/shufflecast.md. Lines have no line feed. */
public final class RelayLinkCodec {
    private static final int MOST_NODES = 16;
    private static final int MOST_PORTS = 64;
    private static final int TORS = ShuffleShape.MAX_NODES;

    private RelayLinkCodec() {}

    /** Line of a message of a relay. */
    public static String write(final RelaySays message) {
        if (message instanceof RelaySays.Hello hello) {
            return write(hello);
        }
        if (message instanceof RelaySays.Heard heard) {
            return LinkLine.write(
                    document("heard")
                            .put("tor", heard.tor())
                            .put("relay", heard.relay())
                            .put("heard", heard.heard()));
        }
        if (message instanceof RelaySays.RulesHold rules) {
            return LinkLine.write(
                    document("rules").put("tor", rules.tor()).put("version", rules.version()));
        }
        final RelaySays.MembersSet members = (RelaySays.MembersSet) message;
        final ObjectNode document = document("members").put("change", members.change());
        if (members.refusal() != null) {
            document.put("refusal", members.refusal());
        }
        return LinkLine.write(document);
    }

    private static String write(final RelaySays.Hello hello) {
        final ObjectNode document =
                document("hello")
                        .put("version", hello.version())
                        .put("relay", hello.relay())
                        .put("token", hello.token())
                        .put("p", hello.p())
                        .put("k", hello.k());
        final ArrayNode nodes = document.putArray("nodes");
        for (final RelaySays.NodeRules each : hello.nodes()) {
            final ObjectNode node =
                    nodes.addObject().put("tor", each.tor()).put("version", each.version());
            numbers(node, each.sources());
        }
        return LinkLine.write(document);
    }

    /** Line of a message of the control. */
    public static String write(final ControlSays message) {
        if (message instanceof ControlSays.Welcome welcome) {
            return LinkLine.write(
                    document("welcome")
                            .put("version", welcome.version())
                            .put("tor", welcome.tor()));
        }
        if (message instanceof ControlSays.Refused refused) {
            return LinkLine.write(
                    document("refused")
                            .put("reason", refused.reason())
                            .put("text", refused.text()));
        }
        if (message instanceof ControlSays.Rules rules) {
            final ObjectNode document =
                    document("rules").put("tor", rules.tor()).put("version", rules.version());
            return LinkLine.write(numbers(document, rules.sources()));
        }
        if (message instanceof ControlSays.Complete) {
            return LinkLine.write(document("complete"));
        }
        final ControlSays.Members members = (ControlSays.Members) message;
        final ObjectNode document =
                document("members")
                        .put("change", members.change())
                        .put("group", Addresses.formatQuad(members.group()));
        members.ports().forEach(document.putArray("ports")::add);
        return LinkLine.write(document);
    }

    private static ObjectNode document(final String type) {
        return JsonNodeFactory.instance.objectNode().put("type", type);
    }

    private static ObjectNode numbers(final ObjectNode node, final List<Integer> sources) {
        sources.forEach(node.putArray("sources")::add);
        return node;
    }

    /**
     * @param line of a relay
     * @return the message
     * @throws LinkException when the line is not one
     */
    public static RelaySays readRelay(final LinkLine line) throws LinkException {
        final String type = line.type();
        switch (type) {
            case "hello":
                return readHello(line);
            case "heard":
                return new RelaySays.Heard(
                        tor(line, "tor"), tor(line, "relay"), line.flag("heard"));
            case "rules":
                return new RelaySays.RulesHold(tor(line, "tor"), version(line));
            case "members":
                return new RelaySays.MembersSet(
                        line.change(), line.has("refusal") ? line.text("refusal") : null);
            default:
                throw new LinkException("type \"" + type + "\" is unknown");
        }
    }

    private static RelaySays.Hello readHello(final LinkLine line) throws LinkException {
        final List<RelaySays.NodeRules> nodes = new ArrayList<>();
        for (final LinkLine each : line.objects("nodes", MOST_NODES)) {
            nodes.add(
                    new RelaySays.NodeRules(
                            tor(each, "tor"),
                            (int) each.number("version", 0, Integer.MAX_VALUE),
                            each.numbers("sources", TORS, TORS)));
        }
        return new RelaySays.Hello(
                (int) line.number("version", 1, 255),
                line.text("relay"),
                line.text("token"),
                (int) line.number("p", 2, TORS),
                (int) line.number("k", 1, TORS),
                nodes);
    }

    /**
     * @param line of the control
     * @return the message
     * @throws LinkException when the line is not one
     */
    public static ControlSays readControl(final LinkLine line) throws LinkException {
        final String type = line.type();
        switch (type) {
            case "welcome":
                return new ControlSays.Welcome(
                        (int) line.number("version", 1, 255), tor(line, "tor"));
            case "refused":
                return new ControlSays.Refused(line.text("reason"), line.text("text"));
            case "rules":
                return new ControlSays.Rules(
                        tor(line, "tor"), version(line), line.numbers("sources", TORS, TORS));
            case "members":
                return new ControlSays.Members(
                        line.change(), group(line), line.texts("ports", MOST_PORTS));
            case "complete":
                return new ControlSays.Complete();
            default:
                throw new LinkException("type \"" + type + "\" is unknown");
        }
    }

    /**
     * @param line with key {@code group}
     * @return its class-D address, not of 224.0.0.0/24
     * @throws LinkException when it is another address, or none
     */
    public static int group(final LinkLine line) throws LinkException {
        final MrpAddress address = line.address("group");
        final int group = address.isIpv4() ? address.last32() : 0;
        if (!Igmp.isMulticast(group) || Igmp.isLinkLocal(group)) {
            throw new LinkException(
                    "key \"group\" must be a multicast address such as 239.1.1.1, not of"
                            + " 224.0.0/24");
        }
        return group;
    }

    private static int tor(final LinkLine line, final String key) throws LinkException {
        return (int) line.number(key, 0, TORS - 1);
    }

    private static int version(final LinkLine line) throws LinkException {
        return (int) line.number("version", 1, Integer.MAX_VALUE);
    }
}
