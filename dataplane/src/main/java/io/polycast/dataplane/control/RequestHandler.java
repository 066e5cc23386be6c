package io.polycast.dataplane.control;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.core.cepheus.view.GroupView;
import io.polycast.core.offload.GroupDatapath;
import io.polycast.dataplane.config.Addresses;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.PortConfig;
import io.polycast.dataplane.config.SteeringRules;
import io.polycast.dataplane.counters.CountersReader;
import io.polycast.dataplane.counters.PortCounters;
import io.polycast.dataplane.links.PortLink;
import io.polycast.dataplane.state.TableImage;
import io.polycast.dataplane.yaml.BadValueException;
import io.polycast.dataplane.yaml.ConfigurationException;
import io.polycast.parser.contract.Disposition;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Turns one request into one reply; knows no sockets. */
public final class RequestHandler {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final SwitchOperations operations;
    private final GroupRequests groups;
    private final CountersReader counters;
    private final List<String> portNames;

    /**
     * @param operations of the switch
     * @param counters of the switch
     */
    public RequestHandler(final SwitchOperations operations, final CountersReader counters) {
        this.operations = operations;
        this.groups = new GroupRequests(operations);
        this.counters = counters;
        this.portNames = operations.configuration().ports().stream().map(PortConfig::name).toList();
    }

    /**
     * Answers one line.
     *
     * @param bytes that hold it
     * @param offset of its first byte
     * @param length in bytes, without the line's end
     * @return the reply, without a line's end; a refusal is a reply too
     */
    public byte[] handle(final byte[] bytes, final int offset, final int length) {
        ObjectNode reply = JSON.createObjectNode();
        try {
            final JsonNode request = JSON.readTree(bytes, offset, length);
            if (request == null || !request.isObject()) {
                throw usage("a request is one JSON object a line");
            }
            reply.put("ok", true);
            execute(request, reply);
        } catch (final JacksonException e) {
            reply = refusal(ControlException.USAGE, "not JSON: " + e.getOriginalMessage());
        } catch (final IOException e) {
            reply = refusal(ControlException.USAGE, "not JSON: " + e.getMessage());
        } catch (final ConfigurationException e) {
            reply = refusal(ControlException.USAGE, e.getMessage());
        } catch (final ControlException e) {
            reply = refusal(e.exitCode(), e.getMessage());
        }
        return reply.toString().getBytes(StandardCharsets.UTF_8);
    }

    static byte[] refusalBytes(final String message) {
        return refusal(ControlException.USAGE, message).toString().getBytes(StandardCharsets.UTF_8);
    }

    private static ObjectNode refusal(final int exitCode, final String message) {
        return JSON.createObjectNode().put("ok", false).put("error", message).put("exit", exitCode);
    }

    private void execute(final JsonNode request, final ObjectNode reply)
            throws ControlException, ConfigurationException {
        final String command = text(request, "command");
        switch (command) {
            case "ping" -> {
                reply.put("name", operations.configuration().identity().name());
                reply.put("pid", ProcessHandle.current().pid());
            }
            case "group.set" -> groups.set(request, reply);
            case "group.unset" -> groups.unset(groupId(request), reply);
            case "show" -> show(request, reply);
            case "stop" -> operations.requestStop();
            case "handover" -> handOver(request, reply);
            default ->
                    throw usage(
                            "unknown command '"
                                    + clip(command)
                                    + "'; the commands are ping, group.set, group.unset, show,"
                                    + " stop, handover");
        }
    }

    private void handOver(final JsonNode request, final ObjectNode reply) throws ControlException {
        // One who waited too long is gone: to stop for him would leave nobody in service.
        if (System.currentTimeMillis() > request.path("deadlineMs").asLong(Long.MAX_VALUE)) {
            throw new ControlException(ControlException.FAILED, "the hand-over came too late");
        }
        reply.put("pid", ProcessHandle.current().pid());
        operations.requestHandOver(request.path("pid").asLong());
    }

    private void show(final JsonNode request, final ObjectNode reply) throws ControlException {
        final String what = text(request, "what");
        switch (what) {
            case "groups" -> {
                final ArrayNode all = reply.putArray("groups");
                final List<PortLink> links = operations.links();
                operations.groups().stream()
                        .sorted((a, b) -> Integer.compareUnsigned(a.mcstId(), b.mcstId()))
                        .forEach(
                                group ->
                                        all.add(
                                                datapath(
                                                        TableImage.summary(group, portNames),
                                                        group,
                                                        links)));
            }
            case "mft" -> {
                final int id = groupId(request);
                final GroupView group = operations.group(id);
                if (group == null) {
                    throw new ControlException(ControlException.FAILED, noSuchGroup(id));
                }
                reply.set(
                        "group",
                        datapath(TableImage.group(group, portNames), group, operations.links()));
            }
            case "ports" ->
                    reply.set("ports", LinkText.ports(counters.ports(), operations.links()));
            case "counters" -> showCounters(reply);
            case "steering" -> showSteering(reply);
            case "drops" -> showDrops(reply);
            default ->
                    throw usage(
                            "cannot show '"
                                    + clip(what)
                                    + "'; show groups, mft, ports, counters, drops or steering");
        }
    }

    /** Which datapath serves a group, and why it is not the kernel. */
    private ObjectNode datapath(
            final ObjectNode node, final GroupView group, final List<PortLink> links) {
        final boolean kernel = group.datapath() == GroupDatapath.KERNEL;
        // The table counts its own versions, which end with the process.
        node.put("version", operations.version(group.mcstId()));
        TableImage.origin(node, operations.origin(group.mcstId()));
        node.put("datapath", kernel ? "kernel" : "user");
        final String absence = operations.kernelAbsence();
        final String gone = LinkText.gone(group, links, portNames);
        final String why;
        if (kernel) {
            why = null;
        } else if (gone != null) {
            why = gone;
        } else if (absence != null) {
            why = absence;
        } else if (group.datapathReason() != null) {
            why = group.datapathReason();
        } else {
            why =
                    group.datapath() == GroupDatapath.MOVING
                            ? "moves when nothing is outstanding"
                            : "no data yet";
        }
        return node.put("datapathReason", why);
    }

    private void showCounters(final ObjectNode reply) {
        final ArrayNode endings = reply.putArray("endings");
        long sum = 0;
        for (final Ending ending : Ending.values()) {
            final long frames = ending == Ending.HELD ? 0 : counters.total(ending);
            sum += frames;
            if (frames != 0) {
                endings.addObject()
                        .put("ending", ending.label())
                        .put("disposition", ending.disposition().name().toLowerCase(Locale.ROOT))
                        .put("frames", frames);
            }
        }
        reply.put("ended", sum);
        reply.put("held", counters.total(Ending.HELD));
        final ObjectNode tallies = reply.putObject("tallies");
        for (final Tally tally : Tally.values()) {
            tallies.put(tally.label(), counters.total(tally));
        }
        final Map<String, Long> kernel = operations.kernelDispositions();
        if (!kernel.isEmpty()) {
            reply.set("kernel", JSON.valueToTree(kernel));
        }
        reply.set("dutyCycles", JSON.valueToTree(counters.dutyCycles()));
    }

    private void showSteering(final ObjectNode reply) throws ControlException {
        final Configuration configuration = operations.configuration();
        final List<Integer> groups =
                operations.groups().stream()
                        .map(GroupView::mcstId)
                        .sorted(Integer::compareUnsigned)
                        .toList();
        reply.set("once", JSON.valueToTree(SteeringRules.preparations(configuration)));
        reply.set("rules", JSON.valueToTree(SteeringRules.of(configuration, groups)));
    }

    private void showDrops(final ObjectNode reply) {
        final ArrayNode drops = reply.putArray("drops");
        for (final Ending ending : Ending.values()) {
            final long frames = counters.total(ending);
            if (ending.disposition() == Disposition.DROPPED && frames != 0) {
                drops.addObject()
                        .put("where", "engine")
                        .put("reason", ending.label())
                        .put("frames", frames);
            }
        }
        for (final PortCounters port : counters.ports()) {
            drop(drops, port, "rx_ring_full", port.rxRingFull());
            drop(drops, port, "rx_no_memory", port.rxNoMemory());
            drop(drops, port, "rx_invalid", port.rxInvalid());
            drop(drops, port, "tx_ring_full", port.txRingFull());
            drop(drops, port, "tx_no_memory", port.txNoMemory());
            drop(drops, port, "tx_too_long", port.txTooLong());
            drop(drops, port, "tx_errors", port.txErrors());
            drop(drops, port, "injected loss", port.faultLost());
            drop(drops, port, "silent: group frame", port.silentGroupFrames());
            drop(drops, port, "silent", port.silentDropped());
        }
    }

    private static void drop(
            final ArrayNode drops, final PortCounters port, final String why, final long frames) {
        if (frames != 0) {
            drops.addObject().put("where", port.name()).put("reason", why).put("frames", frames);
        }
    }

    private static int groupId(final JsonNode request) throws ControlException {
        final String id = text(request, "id");
        try {
            final byte[] ip = Addresses.parseIp(id);
            if (ip.length == 4) {
                return Addresses.quad(ip);
            }
        } catch (final BadValueException e) {
            throw usage("'" + clip(id) + "' is not a McstID; write a dotted quad");
        }
        throw usage("'" + clip(id) + "' is not a McstID; write a dotted quad");
    }

    private static String noSuchGroup(final int id) {
        return "no group "
                + Addresses.formatQuad(id)
                + "; 'polycast show groups' lists those there are";
    }

    private static String text(final JsonNode request, final String key) throws ControlException {
        final JsonNode value = request.get(key);
        if (value == null || !value.isTextual()) {
            throw usage("the request lacks the text '" + key + "'");
        }
        return value.textValue();
    }

    private static String clip(final String text) {
        final String tame = text.replaceAll("\\p{Cntrl}", "?");
        return tame.length() <= 40 ? tame : tame.substring(0, 40) + "...";
    }

    private static ControlException usage(final String message) {
        return new ControlException(ControlException.USAGE, message);
    }
}
