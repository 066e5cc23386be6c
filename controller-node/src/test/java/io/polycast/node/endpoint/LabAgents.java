package io.polycast.node.endpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.polycast.mft.spec.PathSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All agents of {@link EndpointLab}, with a controller behind them: what docs/agent.md says that they answer. */
final class LabAgents {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final EndpointLab lab;
    private final Map<LabHost, PathSpec> members = new LinkedHashMap<>();
    private final List<LabHost> waiting = new ArrayList<>();
    private LabHost source;
    private LabHost joiner;
    private int joinerQpn;

    /** Hosts that the group awaits. */
    int awaited = 1;

    /** Command that is refused, or empty. */
    String refuses = "";

    /** Commands without an answer. */
    String ignores = "";

    int joined;

    /** What endpoints report of modes and goodput. */
    final List<JsonNode> reports = new ArrayList<>();

    LabAgents(final EndpointLab lab) {
        this.lab = lab;
    }

    void onLine(final LabHost host, final String line) {
        final JsonNode said;
        try {
            said = JSON.readTree(line);
        } catch (final JsonProcessingException e) {
            throw new AssertionError(e);
        }
        final String command = said.get("command").textValue();
        if (command.equals(refuses)) {
            host.hear(
                    "{'schema':1,'ok':false,'command':'"
                            + command
                            + "','group':'job','reason':'full','error':'delete groups'}");
        } else if (!command.equals(ignores)) {
            answer(host, command, said);
        }
    }

    private void answer(final LabHost host, final String command, final JsonNode said) {
        switch (command) {
            case "reserve":
                awaited = Math.max(awaited, said.path("members").asInt());
                ok(
                        host,
                        command,
                        ",'id':'10.255.0.1','address':'"
                                + EndpointLab.GROUP_IP
                                + "','initial_psn':"
                                + EndpointLab.INITIAL_PSN
                                + ",'epoch':7");
                break;
            case "join":
                join(host, said.get("qpn").intValue());
                break;
            case "source":
                source = host;
                ok(host, command, ",'psn':" + EndpointLab.INITIAL_PSN);
                break;
            case "prepared":
                ok(host, command, "");
                lab.forbiddenFrom = said.get("psn").intValue();
                joiner.hear(
                        "{'schema':1,'event':'expect','group':'job','change':3,'psn':"
                                + lab.forbiddenFrom
                                + "}");
                break;
            case "goodput":
            case "mode_prepared":
            case "probed":
                ok(host, command, "");
                reports.add(said);
                break;
            case "ready":
                ok(host, command, "");
                admit();
                break;
            case "leave":
                members.remove(host);
                if (!members.isEmpty()) {
                    lab.install(List.copyOf(members.values()));
                }
                ok(host, command, ",'revision':2");
                break;
            default:
                throw new AssertionError(command);
        }
    }

    private void join(final LabHost host, final int qpn) {
        if (source != null) {
            joiner = host;
            joinerQpn = qpn;
            source.hear("{'schema':1,'event':'prepare','group':'job','change':3}");
            source.hear("{'schema':1,'event':'link','up':false}");
            source.hear("{'schema':1,'event':'prepare','group':'job','change':3}");
            return;
        }
        members.put(host, lab.path(host.port, qpn, PathSpec.NO_FIRST_PSN));
        waiting.add(host);
        if (waiting.size() == awaited) {
            lab.install(List.copyOf(members.values()));
            waiting.forEach(each -> ok(each, "join", ",'revision':1"));
            waiting.clear();
        }
    }

    private void admit() {
        if (members.containsKey(joiner)) {
            return;
        }
        members.put(joiner, lab.path(joiner.port, joinerQpn, lab.forbiddenFrom));
        lab.install(List.copyOf(members.values()));
        lab.forbiddenFrom = -1;
        ok(joiner, "join", ",'revision':2");
        source.hear("{'schema':1,'event':'commit','group':'job','change':3,'source':true}");
        final String news =
                "{'schema':1,'event':'joined','group':'job','number':9,'ip':'"
                        + EndpointLab.ip(joiner.port)
                        + "','text':''}";
        members.keySet().forEach(each -> each.hear(news));
        joined++;
    }

    private static void ok(final LabHost host, final String command, final String more) {
        host.hear("{'schema':1,'ok':true,'command':'" + command + "','group':'job'" + more + "}");
    }
}
