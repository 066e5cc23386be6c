package io.polycast.dataplane.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.core.role.GroupDatapath;
import io.polycast.core.role.GroupPicture;
import io.polycast.dataplane.config.Addresses;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.PortConfig;
import io.polycast.dataplane.config.RoleSchema;
import io.polycast.dataplane.config.SteeringRules;
import io.polycast.dataplane.control.ControlProtocol.Topic;
import io.polycast.dataplane.counters.CountersReader;
import io.polycast.dataplane.counters.PortCounters;
import io.polycast.dataplane.groups.GroupOrigin;
import io.polycast.dataplane.links.PortLink;
import io.polycast.parser.contract.Disposition;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.agrona.concurrent.NanoClock;

/** The request {@code show}. */
final class ShowRequests {
    private static final String ID = "id";
    private static final String FRAMES = "frames";

    /** Copies that are lost although another copy of their frame may leave. */
    private static final List<Tally> LOST_COPIES =
            List.of(
                    Tally.SURROGATE_COPIES_DROPPED,
                    Tally.SURROGATE_LEG_DOWN_COPIES,
                    Tally.COPIES_LOST_AT_STOP);

    private final SwitchOperations operations;
    private final CountersReader counters;
    private final NanoClock clock;
    private final RoleSchema role;
    private final List<String> portNames;

    ShowRequests(
            final SwitchOperations operations,
            final CountersReader counters,
            final NanoClock clock) {
        this.operations = operations;
        this.clock = clock;
        this.counters = counters;
        this.role = operations.configuration().role();
        this.portNames = operations.configuration().ports().stream().map(PortConfig::name).toList();
    }

    void show(final JsonNode request, final ObjectNode answer) throws ControlException {
        final String word = RequestHandler.text(request, "what");
        final Topic topic = Topic.of(word);
        if (topic == null) {
            throw RequestHandler.usage(
                    "cannot show '" + RequestHandler.clip(word) + "'; there are " + Topic.words());
        }
        switch (topic) {
            case GROUPS -> groups(answer);
            case MFT -> mft(RequestHandler.groupId(request), answer);
            case WHY -> why(RequestHandler.groupId(request), answer);
            case PORTS -> answer.set("ports", LinkText.ports(counters.ports(), operations.links()));
            case COUNTERS -> counters(answer);
            case STEERING -> steering(answer);
            case DROPS -> drops(answer);
            case LEGS -> answer.set("legs", LegText.of(operations.legs(), portNames));
            case RELAYS -> answer.set("relays", RelayText.of(operations.relays(), portNames));
            case VOQS -> answer.set("voqs", QueueText.of(operations.queues(), portNames));
        }
    }

    private void groups(final ObjectNode answer) throws ControlException {
        final ArrayNode all = answer.putArray("groups");
        final List<PortLink> links = operations.links();
        operations.groups().stream()
                .sorted((a, b) -> Integer.compareUnsigned(a.mcstId(), b.mcstId()))
                .forEach(group -> all.add(installed(group, links)));
        operations.learned().forEach(group -> all.add(learned(group, links)));
        final ArrayNode absent = answer.putArray("not_installed");
        for (final AbsentGroup each : operations.absentGroups()) {
            absent.addObject()
                    .put(ID, each.id())
                    .put("version", each.version())
                    .put("reason", each.reason());
        }
    }

    private void mft(final int id, final ObjectNode answer) throws ControlException {
        final GroupPicture group = operations.group(id);
        if (group != null) {
            final ObjectNode summary = installed(group, operations.links());
            answer.set("group", role.detailed(summary, group, portNames));
            return;
        }
        final GroupPicture learned =
                operations.learned().stream()
                        .filter(each -> each.mcstId() == id)
                        .findFirst()
                        .orElse(null);
        if (learned == null) {
            throw new ControlException(ControlException.FAILED, noSuchGroup(id));
        }
        final ObjectNode summary = learned(learned, operations.links());
        answer.set("group", role.detailed(summary, learned, portNames));
    }

    private void why(final int id, final ObjectNode answer) throws ControlException {
        final GroupPicture group = operations.group(id);
        if (group == null) {
            throw new ControlException(ControlException.FAILED, noSuchGroup(id));
        }
        final ObjectNode why = role.why(group, clock.nanoTime(), portNames);
        if (why == null) {
            throw new ControlException(
                    ControlException.FAILED,
                    "role "
                            + role.name()
                            + " aggregates no feedback, so nothing holds a group back; 'polycast"
                            + " show counters' shows how frames end");
        }
        answer.set("why", why);
    }

    private String noSuchGroup(final int id) {
        final String quad = Addresses.formatQuad(id);
        return operations.absentGroups().stream()
                .filter(each -> each.id().equals(quad))
                .findFirst()
                .map(
                        each ->
                                "group "
                                        + quad
                                        + " is kept, but not installed: "
                                        + each.reason()
                                        + "; mend the configuration, or group unset "
                                        + quad)
                .orElse("no group " + quad + "; 'polycast show groups' lists those there are");
    }

    private ObjectNode installed(final GroupPicture group, final List<PortLink> links) {
        final ObjectNode node = role.summary(group, portNames);
        // The table counts its own versions, which end with the process.
        node.put("version", operations.version(group.mcstId()));
        operations.origin(group.mcstId()).addTo(node);
        return datapath(node, group, links);
    }

    private ObjectNode learned(final GroupPicture group, final List<PortLink> links) {
        final ObjectNode node = role.summary(group, portNames).putNull("version");
        return datapath(GroupOrigin.IGMP.addTo(node), group, links);
    }

    /** Which datapath serves a group, and why it is not the kernel. */
    private ObjectNode datapath(
            final ObjectNode node, final GroupPicture group, final List<PortLink> links) {
        final boolean kernel = group.datapath() == GroupDatapath.KERNEL;
        node.put("datapath", kernel ? "kernel" : "user");
        return node.put("datapath_reason", kernel ? null : reason(group, links));
    }

    private String reason(final GroupPicture group, final List<PortLink> links) {
        final String gone = LinkText.gone(group, links, portNames);
        if (gone != null) {
            return gone;
        }
        if (operations.kernelAbsence() != null) {
            return operations.kernelAbsence();
        }
        if (group.datapathReason() != null) {
            return group.datapathReason();
        }
        return group.datapath() == GroupDatapath.MOVING
                ? "moves when nothing is outstanding"
                : "no data yet";
    }

    private void counters(final ObjectNode answer) {
        final ArrayNode endings = answer.putArray("endings");
        long sum = 0;
        for (final Ending ending : Ending.values()) {
            final long frames = ending == Ending.HELD ? 0 : counters.total(ending);
            sum += frames;
            if (frames != 0) {
                endings.addObject()
                        .put("ending", ending.label())
                        .put("disposition", ending.disposition().name().toLowerCase(Locale.ROOT))
                        .put(FRAMES, frames);
            }
        }
        answer.put("ended", sum);
        answer.put("held", counters.total(Ending.HELD));
        final ObjectNode tallies = answer.putObject("tallies");
        for (final Tally tally : Tally.values()) {
            tallies.put(ControlProtocol.key(tally.label()), counters.total(tally));
        }
        final Map<String, Long> kernel = operations.kernelDispositions();
        if (!kernel.isEmpty()) {
            final ObjectNode frames = answer.putObject("kernel");
            kernel.forEach((label, count) -> frames.put(ControlProtocol.key(label), count));
        }
        answer.set("duty_cycles", ControlProtocol.JSON.valueToTree(counters.dutyCycles()));
    }

    private void steering(final ObjectNode answer) throws ControlException {
        final Configuration configuration = operations.configuration();
        final List<Integer> groups =
                operations.groups().stream()
                        .map(GroupPicture::mcstId)
                        .sorted(Integer::compareUnsigned)
                        .toList();
        answer.set(
                "once",
                ControlProtocol.JSON.valueToTree(SteeringRules.preparations(configuration)));
        answer.set(
                "rules", ControlProtocol.JSON.valueToTree(SteeringRules.of(configuration, groups)));
    }

    private void drops(final ObjectNode answer) {
        final ArrayNode drops = answer.putArray("drops");
        for (final Ending ending : Ending.values()) {
            final long frames = counters.total(ending);
            if (ending.disposition() == Disposition.DROPPED) {
                drop(drops, "engine", ending.label(), frames);
            }
        }
        for (final Tally lost : LOST_COPIES) {
            drop(drops, "copies", lost.label(), counters.total(lost));
        }
        for (final PortCounters port : counters.ports()) {
            drop(drops, port.name(), "rx_ring_full", port.received().ringFull());
            drop(drops, port.name(), "rx_no_memory", port.received().noMemory());
            drop(drops, port.name(), "rx_invalid", port.received().invalid());
            drop(drops, port.name(), "tx_ring_full", port.sent().ringFull());
            drop(drops, port.name(), "tx_no_memory", port.sent().noMemory());
            drop(drops, port.name(), "tx_too_long", port.sent().tooLong());
            drop(drops, port.name(), "tx_errors", port.sent().errors());
            drop(drops, port.name(), "injected loss", port.injected().lost());
            drop(drops, port.name(), "silent: group frame", port.silence().groupFrames());
            drop(drops, port.name(), "silent", port.silence().dropped());
        }
    }

    private static void drop(
            final ArrayNode drops, final String where, final String why, final long frames) {
        if (frames != 0) {
            drops.addObject().put("where", where).put("reason", why).put(FRAMES, frames);
        }
    }
}
