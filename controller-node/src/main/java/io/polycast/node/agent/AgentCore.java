package io.polycast.node.agent;

import io.polycast.controller.agent.ToAgent;
import io.polycast.controller.agent.ToController;
import io.polycast.dataplane.remote.LinkException;
import io.polycast.parser.mrp.MrpAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The host agent without sockets. The agent carries requests of applications to the controller and answers back,
 * repeats what had no answer when the link comes back, and takes out the queue pairs of applications that
 * are gone. Not threadsafe.
 */
public final class AgentCore {
    /** Most requests of one application that wait for an answer. */
    public static final int MOST_WAITING = 64;

    /** Number of no application: the agent itself asks. */
    private static final long AGENT = -1;

    private static final String NOBODY = "no application of this host has joined the group";

    private final String name;
    private final MrpAddress own;
    private final AgentOutput output;
    private final HostMrp mrp;

    /** Requests without an answer, by the agent's number, in their order. */
    private final Map<Long, Waiting> waiting = new LinkedHashMap<>();

    /** By group: the application whose queue pair is this host's member. */
    private final Map<String, Long> owners = new HashMap<>();

    /** By application: groups of which it gets news. */
    private final Map<Long, Set<String>> clients = new HashMap<>();

    private long lastRequest;
    private boolean linked;

    /** A request without an answer. */
    private record Waiting(long client, ClientRequest request, ToController message) {}

    /**
     * @param name of the agent, for people
     * @param own address of the host
     * @param mrp answers switches
     * @param output takes what the agent says
     */
    public AgentCore(
            final String name, final MrpAddress own, final HostMrp mrp, final AgentOutput output) {
        this.name = name;
        this.own = own;
        this.mrp = mrp;
        this.output = output;
    }

    /** MRP of this host. */
    public HostMrp mrp() {
        return mrp;
    }

    /** Requests that wait for the controller. */
    public int waiting() {
        return waiting.size();
    }

    /** The application whose queue pair is this host's member of a group, or -1. */
    public long owner(final String group) {
        return owners.getOrDefault(group, AGENT);
    }

    /** An application has connected; its number was never used before. */
    public void onClient(final long client) {
        clients.put(client, new HashSet<>());
    }

    /** An application has sent a line. */
    public void onClientLine(final long client, final String line) {
        final ClientRequest request;
        try {
            request = ClientRequest.parse(line);
        } catch (final LinkException e) {
            output.toClient(
                    client, ClientLines.refused(ClientRequest.numberOf(line), e.getMessage()));
            return;
        }
        try {
            onRequest(client, request);
        } catch (final LinkException e) {
            output.toClient(client, ClientLines.refused(request, "request", e.getMessage()));
        }
    }

    private void onRequest(final long client, final ClientRequest request) throws LinkException {
        if (request.command().equals("ping")) {
            output.toClient(client, ClientLines.pong(request, name, linked));
            return;
        }
        final String group = request.group();
        final ToController message = request.message(own, lastRequest + 1);
        final boolean owns = owner(group) == client;
        if (!owns && !mayStrangerAsk(request)) {
            output.toClient(client, ClientLines.refused(request, "owner", notYours(request)));
            return;
        }
        if (request.isAnswer()) {
            output.toController(message);
            output.toClient(client, ClientLines.done(request));
            return;
        }
        if (waiting.values().stream().filter(each -> each.client == client).count()
                >= MOST_WAITING) {
            output.toClient(
                    client,
                    ClientLines.refused(
                            request,
                            "busy",
                            MOST_WAITING + " requests have no answer yet; wait for one"));
            return;
        }
        if (request.command().equals("join")) {
            owners.put(group, client);
        }
        clients.get(client).add(group);
        ask(client, request, message);
    }

    /** Whether an application may ask this of a group in which the host has no queue pair. */
    private boolean mayStrangerAsk(final ClientRequest request) {
        return request.command().equals("reserve")
                || request.command().equals("join") && !owners.containsKey(request.group());
    }

    private String notYours(final ClientRequest request) {
        return owners.containsKey(request.group())
                ? "another application of this host is the member of the group; a host has one"
                : "this host is no member of the group; join first";
    }

    private void ask(final long client, final ClientRequest request, final ToController message) {
        lastRequest++;
        waiting.put(lastRequest, new Waiting(client, request, message));
        if (linked) {
            output.toController(message);
        }
    }

    /** An application is gone, and its queue pairs with it: they leave their groups. */
    public void onClientGone(final long client) {
        clients.remove(client);
        if (!linked) {
            // Nobody waits for the answers, and an application that starts again and again would
            // fill the memory.
            waiting.values().removeIf(each -> each.client == client);
        }
        for (final Map.Entry<String, Long> each : new HashMap<>(owners).entrySet()) {
            if (each.getValue() == client) {
                owners.remove(each.getKey());
                leave(each.getKey());
            }
        }
    }

    /** One leave is enough, however many members have come and gone since it was asked. */
    private void leave(final String group) {
        waiting.values()
                .removeIf(
                        each ->
                                !linked
                                        && each.client == AGENT
                                        && each.message instanceof ToController.Leave before
                                        && before.group().equals(group));
        ask(AGENT, null, new ToController.Leave(lastRequest + 1, group));
    }

    /** The controller has answered the hello: it gets what it has not answered, in the old order. */
    public void onLinked() {
        linked = true;
        waiting.values().forEach(each -> output.toController(each.message));
        clients.keySet().forEach(client -> output.toClient(client, ClientLines.linked(true)));
    }

    /** The link has ended. */
    public void onUnlinked() {
        if (linked) {
            linked = false;
            clients.keySet().forEach(client -> output.toClient(client, ClientLines.linked(false)));
        }
    }

    /**
     * The controller says something.
     *
     * @param message any but a welcome or redirect
     * @param wallMs wall clock, in ms since 1970
     */
    public void onController(final ToAgent message, final long wallMs) {
        if (message instanceof ToAgent.Reserved reserved) {
            final Waiting asked = waiting.remove(reserved.request());
            answer(asked, () -> ClientLines.reserved(asked.request, reserved.reservation()));
        } else if (message instanceof ToAgent.Done done) {
            onDone(done);
        } else if (message instanceof ToAgent.Granted granted) {
            final Waiting asked = waiting.remove(granted.request());
            answer(asked, () -> ClientLines.granted(asked.request, granted));
        } else if (message instanceof ToAgent.Refused refused) {
            onRefused(refused);
        } else if (message instanceof ToAgent.Expect expect) {
            onQuestion(expect.group(), expect.change(), ClientLines.expect(expect));
        } else if (message instanceof ToAgent.Prepare prepare) {
            onQuestion(prepare.group(), prepare.change(), ClientLines.prepare(prepare));
        } else if (message instanceof ToAgent.Commit commit) {
            toOwner(commit.group(), ClientLines.commit(commit));
        } else if (message instanceof ToAgent.ModePrepare prepare) {
            onModePrepare(prepare);
        } else if (message instanceof ToAgent.ModeCommit commit) {
            toOwner(
                    commit.group(),
                    ClientLines.mode("mode_commit", commit.group(), commit.decision()));
        } else if (message instanceof ToAgent.Probe probe) {
            toOwner(probe.group(), ClientLines.probe(probe));
        } else if (message instanceof ToAgent.Event news) {
            clients.forEach(
                    (client, groups) -> {
                        if (groups.contains(news.group())) {
                            output.toClient(client, ClientLines.news(news));
                        }
                    });
        } else if (message instanceof ToAgent.Member member) {
            mrp.onMember(member);
        } else if (message instanceof ToAgent.MrpDown down) {
            mrp.onController(down, wallMs);
        }
    }

    private void onDone(final ToAgent.Done done) {
        final Waiting asked = waiting.remove(done.request());
        if (asked != null && asked.message instanceof ToController.Leave) {
            owners.remove(done.group(), asked.client);
        }
        answer(asked, () -> ClientLines.done(asked.request, done));
    }

    private void onRefused(final ToAgent.Refused refused) {
        final Waiting asked = waiting.remove(refused.request());
        if (asked != null
                && asked.message instanceof ToController.Join join
                && mrp.qpn(join.group()) == 0) {
            owners.remove(join.group(), asked.client);
        }
        answer(asked, () -> ClientLines.refused(asked.request, refused.reason(), refused.text()));
    }

    /** A question that nobody of this host can answer is declined at once. */
    private void onQuestion(final String group, final long change, final String line) {
        final long owner = owner(group);
        if (owner == AGENT) {
            output.toController(new ToController.Declined(group, change, NOBODY));
        } else {
            output.toClient(owner, line);
        }
    }

    /** A mode that nobody of this host can prepare is declined at once. */
    private void onModePrepare(final ToAgent.ModePrepare prepare) {
        final String group = prepare.group();
        if (owner(group) == AGENT) {
            output.toController(
                    new ToController.ModeDeclined(group, prepare.decision().number(), NOBODY));
        } else {
            toOwner(group, ClientLines.mode("mode_prepare", group, prepare.decision()));
        }
    }

    private void toOwner(final String group, final String line) {
        final long owner = owner(group);
        if (owner != AGENT) {
            output.toClient(owner, line);
        }
    }

    /** An answer twice, or to a request of an application that is gone, is nobody's. */
    private void answer(final Waiting asked, final Supplier<String> line) {
        if (asked != null && clients.containsKey(asked.client)) {
            output.toClient(asked.client, line.get());
        }
    }
}
