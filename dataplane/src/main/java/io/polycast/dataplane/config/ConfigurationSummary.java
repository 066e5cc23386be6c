package io.polycast.dataplane.config;

import io.polycast.core.limits.TableSettings;
import io.polycast.dataplane.config.PipelineConfig.Buffers;
import io.polycast.dataplane.config.PipelineConfig.Datapath;
import io.polycast.dataplane.config.PipelineConfig.VerifyIcrc;
import io.polycast.dataplane.yaml.Problem;
import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.parser.contract.GroupEntry;
import io.polycast.xdp.dpdk.DpdkSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Summary of a configuration, in words and as plain values. */
public final class ConfigurationSummary {
    /** Groups beyond these are counted only. */
    private static final int MOST_SHOWN_GROUPS = 20;

    private final Configuration configuration;
    private final int cores;
    private final ThreadPlan plan;
    private final SteeringRules.Peers peers;

    /**
     * @param configuration to sum up
     * @param cores that the process may use
     */
    public ConfigurationSummary(final Configuration configuration, final int cores) {
        this(configuration, cores, SteeringRules.Peers.OF_THIS_HOST);
    }

    /** As above, with devices of the caller's. */
    ConfigurationSummary(
            final Configuration configuration, final int cores, final SteeringRules.Peers peers) {
        this.configuration = configuration;
        this.cores = cores;
        this.plan = ThreadPlan.of(configuration.pipeline(), cores);
        this.peers = peers;
    }

    /**
     * @return lines for people
     */
    public List<String> lines() {
        final List<String> lines = new ArrayList<>();
        final SwitchConfig identity = configuration.identity();
        lines.add(
                "switch "
                        + identity.name()
                        + ", role "
                        + configuration.role().name()
                        + ", MAC "
                        + Addresses.formatMac(identity.mac()));
        lines.add(
                threading()
                        + " threading on "
                        + cores
                        + " cores: "
                        + String.join(", ", plan.names())
                        + ", pc-ctl; waiting "
                        + word(configuration.pipeline().waiting()));
        lines.add(datapath());
        lines.add(
                "memory: frames "
                        + Sizes.format(frameMemory())
                        + ", feedback "
                        + Sizes.format(stateLength())
                        + " in "
                        + configuration.control().state());
        configuration.ports().stream()
                .filter(port -> port.spec() instanceof DpdkSpec)
                .findFirst()
                .ifPresent(
                        port ->
                                lines.add(
                                        "DPDK: "
                                                + String.join(
                                                        " ", ((DpdkSpec) port.spec()).eal())));
        for (int i = 0; i < configuration.ports().size(); i++) {
            lines.add(port(i));
        }
        lines.addAll(configuration.role().describe(configuration));
        configuration.groups().stream()
                .limit(MOST_SHOWN_GROUPS)
                .forEach(group -> lines.addAll(configuration.role().describe(group, portNames())));
        if (configuration.groups().size() > MOST_SHOWN_GROUPS) {
            lines.add(
                    "and " + (configuration.groups().size() - MOST_SHOWN_GROUPS) + " more groups");
        }
        addSteering(lines);
        lines.add(
                "control socket "
                        + configuration.control().socket()
                        + ", counters "
                        + configuration.control().counters());
        configuration.warnings().forEach(warning -> lines.add("warning: " + warning));
        return lines;
    }

    /**
     * @return the same for programs: maps, lists, texts and numbers, in a stable order
     */
    public Map<String, Object> values() {
        final Map<String, Object> values = new LinkedHashMap<>();
        values.put("name", configuration.identity().name());
        values.put("role", configuration.role().name());
        values.put("mac", Addresses.formatMac(configuration.identity().mac()));
        values.put("threading", threading());
        values.put("threads", plan.names());
        values.put("datapath", word(configuration.pipeline().datapath()));
        values.put("frame_memory_bytes", frameMemory());
        values.put("state_bytes", stateLength());
        values.put(
                "ports",
                configuration.ports().stream().map(ConfigurationSummary::portValues).toList());
        values.put(
                "wires",
                configuration.wires().stream()
                        .map(wire -> List.of(portName(wire.left()), portName(wire.right())))
                        .toList());
        values.putAll(configuration.role().values(configuration));
        values.put("groups", configuration.groups().size());
        values.put(
                "steering_once",
                preparations().stream().map(ConfigurationSummary::preparationValues).toList());
        values.put(
                "steering",
                rules(Integer.MAX_VALUE).stream().map(ConfigurationSummary::ruleValues).toList());
        values.put("paths", configuration.groups().stream().mapToInt(GroupEntry::pathCount).sum());
        values.put("warnings", configuration.warnings().stream().map(Problem::toString).toList());
        return values;
    }

    private List<SteeringRules.Rule> rules(final int mostGroups) {
        return SteeringRules.of(
                configuration,
                configuration.groups().stream().limit(mostGroups).map(GroupEntry::mcstId).toList(),
                peers);
    }

    private List<SteeringRules.Preparation> preparations() {
        return SteeringRules.preparations(configuration, peers);
    }

    private void addSteering(final List<String> lines) {
        if (!SteeringRules.areNeeded(configuration)) {
            return;
        }
        lines.add(
                "each of "
                        + configuration.pipeline().shards()
                        + " shards serves queues of its own; rules that bring groups there:");
        final List<SteeringRules.Rule> shown = rules(MOST_SHOWN_GROUPS);
        preparations().forEach(once -> lines.add("  " + once.command()));
        shown.forEach(rule -> lines.add("  " + rule.command()));
        final int more = rules(Integer.MAX_VALUE).size() - shown.size();
        if (more > 0) {
            lines.add("  and " + more + " more, all of them with --json");
        }
    }

    private static Map<String, Object> preparationValues(final SteeringRules.Preparation once) {
        final Map<String, Object> values = new LinkedHashMap<>();
        values.put("device", once.device());
        values.put("command", once.command());
        return values;
    }

    private static Map<String, Object> ruleValues(final SteeringRules.Rule rule) {
        final Map<String, Object> values = new LinkedHashMap<>();
        values.put("group", rule.group());
        values.put("shard", rule.shard());
        values.put("port", rule.port());
        values.put("device", rule.device());
        values.put("queue", rule.queue());
        values.put("command", rule.command());
        return values;
    }

    private static Map<String, Object> portValues(final PortConfig port) {
        final Map<String, Object> values = new LinkedHashMap<>();
        values.put("name", port.name());
        values.put("driver", driver(port));
        return values;
    }

    private String datapath() {
        final PipelineConfig pipeline = configuration.pipeline();
        final long able = configuration.ports().stream().filter(PortConfig::isAfXdp).count();
        final String line = "datapath " + word(pipeline.datapath()) + ": ";
        if (pipeline.datapath() == Datapath.USER) {
            return line + "groups are replicated in user space";
        }
        if (configuration.kernel().groups() == 0) {
            return line
                    + "groups are replicated in user space, for role "
                    + configuration.role().name()
                    + " has no kernel datapath";
        }
        if (pipeline.verifyIcrc() == VerifyIcrc.ALL) {
            return line + "groups are replicated in user space, for verifyIcrc is all";
        }
        if (able == 1) {
            return line
                    + "groups are replicated in user space, for one port only is of driver af_xdp";
        }
        return able == 0
                ? line + "groups are replicated in user space, for no port is of driver af_xdp"
                : line
                        + "up to "
                        + configuration.kernel().groups()
                        + " groups between the "
                        + able
                        + " af_xdp ports are replicated in the kernel where it can serve them";
    }

    private String threading() {
        return word(plan.threading());
    }

    private long frameMemory() {
        final Buffers buffers = configuration.pipeline().buffers();
        return (long) buffers.chunks() * buffers.chunkSize();
    }

    private long stateLength() {
        final TableSettings room = configuration.role().feedbackRoom(configuration.limits());
        return (long) configuration.pipeline().shards()
                * FeedbackLayout.length(room.maxGroups(), room.maxPaths());
    }

    private String port(final int index) {
        final PortConfig port = configuration.ports().get(index);
        final int peer = configuration.wirePeers()[index];
        final StringBuilder line =
                new StringBuilder("port ").append(port.name()).append(": ").append(driver(port));
        if (!port.spec().where().isEmpty()) {
            line.append(' ').append(port.spec().where());
        }
        line.append(
                peer < 0
                        ? "; drops what is not for a group"
                        : "; wired to " + portName(peer) + ": what is not for a group crosses");
        return line.toString();
    }

    private List<String> portNames() {
        return configuration.ports().stream().map(PortConfig::name).toList();
    }

    private String portName(final int index) {
        return configuration.ports().get(index).name();
    }

    private static String driver(final PortConfig port) {
        return port.driver();
    }

    private static String word(final Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
