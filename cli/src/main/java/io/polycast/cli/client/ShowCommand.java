package io.polycast.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.polycast.cli.console.ExitCode;
import io.polycast.cli.console.Subcommand;
import io.polycast.dataplane.control.ControlProtocol.Topic;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code polycast show}. */
@Command(
        name = "show",
        description = "Look at a running switch.",
        footer = {
            "",
            "groups    the groups, with the path that holds each back",
            "mft ID    one group: its paths and their feedback",
            "why ID    one group: who holds it back, since when, and what happens next",
            "ports     frames and losses of each port",
            "counters  how frames ended, and what else was counted",
            "drops     losses only: frames in the engine, copies, and at ports",
            "steering  rules that bring each group's frames to the queue of its shard",
            "voqs      queues of role surrogate: what waits, and what was dropped",
            "legs      legs of role surrogate: up or down, since when, and how often given up",
            "relays    nodes of role shufflecast: rules, and the relays that they hear"
        })
public final class ShowCommand extends Subcommand {
    @Mixin private ControlSocket socket;

    @Parameters(index = "0", paramLabel = "WHAT", description = "${COMPLETION-CANDIDATES}")
    private Topic what;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "ID",
            description = "Group, for mft and why.")
    private String id;

    @Override
    public Integer call() {
        final boolean ofGroup = what == Topic.MFT || what == Topic.WHY;
        if (ofGroup && id == null) {
            throw wrongUsage("show " + what + " needs the group's id; show groups lists them");
        }
        if (!ofGroup && id != null) {
            throw wrongUsage("show " + what + " takes no id; of the topics only mft and why do");
        }
        final JsonNode reply = socket.ask(client -> client.show(what, id));
        if (json()) {
            printJson(reply);
        } else {
            ShowText.lines(what.toString(), reply).forEach(this::println);
        }
        return ExitCode.DONE;
    }
}
