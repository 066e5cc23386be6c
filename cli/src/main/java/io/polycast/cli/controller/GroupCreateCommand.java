package io.polycast.cli.controller;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.dataplane.remote.LinkAddress;
import io.polycast.dataplane.remote.LinkException;
import io.polycast.parser.mrp.MrpAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code polycast group create}. */
@Command(
        name = "create",
        description =
                "Create a group of hosts through the controller, and wait until all switches have"
                        + " it. When hosts are missing, nothing is left behind.",
        footer = {"", "Exit code 1 when hosts are missing or a switch refuses."})
public final class GroupCreateCommand extends AskingCommand {
    @Parameters(paramLabel = "NAME", description = "Name of the group: A-Z a-z 0-9 . _ -")
    private String name;

    @Option(
            names = "--host",
            paramLabel = "IP",
            required = true,
            arity = "1..*",
            split = ",",
            description = "Host whose queue pair must join; may be given several times.")
    private List<String> hosts;

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            defaultValue = "10s",
            description = "Time for all hosts to join and confirm (default: ${DEFAULT-VALUE}).")
    private String wait;

    @Option(
            names = "--multicast",
            paramLabel = "MODE",
            description =
                    "off, try or force: whether the group may use the tree (default: safeguard of"
                            + " the controller).")
    private String multicast;

    @Option(
            names = "--fallback-below",
            paramLabel = "PERCENT",
            description =
                    "Goodput that is too little for the tree, as 50%%, of the group's own median"
                            + " (default: safeguard of the controller).")
    private String fallbackBelow;

    @Override
    public Integer call() {
        checkNames();
        final ObjectNode body = JsonNodeFactory.instance.objectNode().put("name", name);
        final var list = body.putArray("hosts");
        hosts.forEach(list::add);
        body.put("wait_ms", millis(wait));
        if (multicast != null) {
            if (!List.of("off", "try", "force").contains(multicast)) {
                throw wrongUsage("--multicast " + multicast + ": write off, try or force");
            }
            body.put("multicast", multicast);
        }
        if (fallbackBelow != null) {
            if (!fallbackBelow.matches("[1-9][0-9]?%?")) {
                throw wrongUsage("--fallback-below " + fallbackBelow + ": write 1% to 99%");
            }
            body.put("fallback_below", Integer.parseInt(fallbackBelow.replace("%", "")));
        }
        return change("POST", "/v1/groups", body.toString(), "group " + name + " is created");
    }

    private void checkNames() {
        if (!name.matches("[A-Za-z0-9._-]{1,64}")) {
            throw wrongUsage("group " + name + ": write 1 to 64 of A-Z a-z 0-9 . _ -");
        }
        final Set<MrpAddress> known = new HashSet<>();
        for (final String host : hosts) {
            try {
                if (!known.add(LinkAddress.parse(host))) {
                    throw wrongUsage("--host " + host + " is there twice");
                }
            } catch (final LinkException wrong) {
                throw wrongUsage("--host: " + wrong.getMessage());
            }
        }
    }
}
