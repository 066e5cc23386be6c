package io.polycast.dataplane.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.dataplane.config.Addresses;
import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.dataplane.yaml.ConfigurationException;
import io.polycast.parser.contract.GroupEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The requests {@code group.set}, of one entry or a list, and {@code group.unset}. */
final class GroupRequests {
    /** Most groups of one request: each takes a turn of its shard. */
    static final int MOST_GROUPS = 1000;

    private final SwitchOperations operations;

    /** Ids that the configuration file names. */
    private final Set<Integer> configured;

    /** One entry of a list: where it stood, and the group or why it is none. */
    private record Given(int line, int column, GroupEntry group, ConfigurationException problem) {}

    GroupRequests(final SwitchOperations operations) {
        this.operations = operations;
        this.configured =
                operations.configuration().groups().stream()
                        .map(GroupEntry::mcstId)
                        .collect(Collectors.toUnmodifiableSet());
    }

    void set(final JsonNode request, final ObjectNode reply)
            throws ControlException, ConfigurationException {
        final String source = request.path("source").asText("group");
        final SetCondition condition = condition(request);
        final JsonNode list = request.get("groups");
        if (list != null) {
            setAll(source, list, condition, reply);
            return;
        }
        final JsonNode given = request.get("group");
        if (given == null) {
            throw usage("group.set lacks 'group': an entry as under groups: in the configuration");
        }
        final GroupEntry group =
                ConfigurationReader.parseGroup(source, text(given), operations.configuration());
        final List<SetOutcome> outcomes = operations.setGroups(List.of(group), condition);
        describe(group, outcomes.get(0).orThrow(), reply);
    }

    private void setAll(
            final String source,
            final JsonNode list,
            final SetCondition condition,
            final ObjectNode reply)
            throws ControlException {
        if (!list.isArray() || list.size() > MOST_GROUPS) {
            throw usage("'groups' is a list of at most " + MOST_GROUPS + " entries");
        }
        final List<Given> given = new ArrayList<>();
        final List<GroupEntry> groups = new ArrayList<>();
        for (final JsonNode each : list) {
            final Given entry = parse(source, each);
            given.add(entry);
            if (entry.group() != null) {
                groups.add(entry.group());
            }
        }
        final List<SetOutcome> outcomes = operations.setGroups(groups, condition);
        final ArrayNode answers = reply.putArray("groups");
        int set = 0;
        int at = 0;
        for (final Given each : given) {
            final ObjectNode answer = answers.addObject();
            if (each.problem() != null) {
                refuse(answer, each, ControlException.USAGE, each.problem().getMessage());
                continue;
            }
            final SetOutcome outcome = outcomes.get(at++);
            if (outcome.refusal() != null) {
                final String place = source + ':' + each.line() + ':' + each.column() + ": ";
                answer.put("id", Addresses.formatQuad(each.group().mcstId()));
                refuse(
                        answer,
                        each,
                        outcome.refusal().exitCode(),
                        place + outcome.refusal().getMessage());
                if (outcome.refusal() instanceof SwitchStalledException) {
                    reply.put("stalled", true);
                }
            } else {
                describe(each.group(), outcome, answer.put("ok", true));
                set++;
            }
        }
        reply.put("set", set).put("refused", given.size() - set);
    }

    private Given parse(final String source, final JsonNode each) {
        final JsonNode text = each.path("text");
        final int line = Math.max(1, each.path("line").asInt(1));
        final int column = Math.max(1, each.path("column").asInt(1));
        try {
            final GroupEntry group =
                    ConfigurationReader.parseGroup(
                            source,
                            line,
                            column,
                            text(text.isTextual() ? text : each),
                            operations.configuration());
            return new Given(line, column, group, null);
        } catch (final ConfigurationException e) {
            return new Given(line, column, null, e);
        }
    }

    /** An entry as text (YAML or JSON) keeps its own lines and columns for messages. */
    private static String text(final JsonNode entry) {
        return entry.isTextual() ? entry.textValue() : entry.toString();
    }

    private static void refuse(
            final ObjectNode answer, final Given given, final int exitCode, final String message) {
        answer.put("ok", false)
                .put("line", given.line())
                .put("column", given.column())
                .put("error", message)
                .put("exit", exitCode);
    }

    private void describe(
            final GroupEntry group, final SetOutcome outcome, final ObjectNode answer) {
        answer.put("id", Addresses.formatQuad(group.mcstId()))
                .put("change", outcome.change().kind().name().toLowerCase(Locale.ROOT))
                .put("version", outcome.version())
                .put("version_before", outcome.before() == 0 ? null : outcome.before())
                .put("left_out", outcome.change().leftOut())
                .put("configured", configured.contains(group.mcstId()));
    }

    void unset(final int id, final ObjectNode reply) throws ControlException {
        if (!operations.unsetGroup(id)) {
            throw new ControlException(
                    ControlException.FAILED,
                    "no group "
                            + Addresses.formatQuad(id)
                            + "; 'polycast show groups' lists those there are");
        }
        reply.put("id", Addresses.formatQuad(id)).put("configured", configured.contains(id));
    }

    private static SetCondition condition(final JsonNode request) throws ControlException {
        final JsonNode create = request.path("create");
        if (!create.isMissingNode() && !create.isBoolean()) {
            throw usage("'create' is true or false");
        }
        final JsonNode version = request.path("if_version");
        if (version.isMissingNode()) {
            return new SetCondition(create.asBoolean(), 0);
        }
        if (!version.canConvertToLong() || !version.isIntegralNumber() || version.asLong() < 1) {
            throw usage("'if_version' is a number from 1 on");
        }
        if (create.asBoolean()) {
            throw usage("'create' and 'if_version' exclude one another");
        }
        return new SetCondition(false, version.asLong());
    }

    private static ControlException usage(final String message) {
        return new ControlException(ControlException.USAGE, message);
    }
}
