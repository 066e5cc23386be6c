package io.polycast.node.shufflecast;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.controller.shufflecast.ShufflecastControl;
import io.polycast.dataplane.remote.LinkException;
import io.polycast.dataplane.remote.LinkLine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Connections of applications: their requests, and to whom an answer goes. */
final class Applications {
    /** Of one connection. */
    private static final int MOST_ASKED = 64;

    private final ShufflecastControl control;
    private final int nodes;
    private final Peers peers;

    /** By number of the state machine, who asked. */
    private final Map<Long, Asked> asked = new HashMap<>();

    /** Applications that run or wait for others. */
    private final Map<Asked, Long> started = new HashMap<>();

    private long lastId;

    /** A request of a connection. */
    private record Asked(long peer, long request) {}

    Applications(final ShufflecastControl control, final int nodes, final Peers peers) {
        this.control = control;
        this.nodes = nodes;
        this.peers = peers;
    }

    /** Takes a line. One that is wrong and has a request is refused, any other one ends the connection. */
    void onLine(
            final long nowNs, final long peer, final LinkLine line, final Set<Integer> connected)
            throws LinkException {
        final long number = line.request();
        try {
            final ApplicationRequest request = ApplicationRequest.read(line, nodes);
            if (request.waits() && askedBy(peer) >= MOST_ASKED) {
                refuse(peer, number, MOST_ASKED + " requests wait for an answer or an end");
                return;
            }
            onRequest(nowNs, peer, request, connected);
        } catch (final LinkException wrong) {
            refuse(peer, number, wrong.getMessage());
        }
    }

    private long askedBy(final long peer) {
        return asked.values().stream().filter(each -> each.peer() == peer).count();
    }

    private void onRequest(
            final long nowNs,
            final long peer,
            final ApplicationRequest request,
            final Set<Integer> connected) {
        if (request instanceof ApplicationRequest.Members members) {
            control.onMembership(
                    nowNs, id(peer, members.request()), members.group(), members.members());
        } else if (request instanceof ApplicationRequest.Start start) {
            start(peer, start);
        } else if (request instanceof ApplicationRequest.End end) {
            end(peer, end);
        } else {
            peers.send(peer, status(request.request(), connected));
        }
    }

    private void end(final long peer, final ApplicationRequest.End end) {
        final Long id = started.remove(new Asked(peer, end.request()));
        if (id == null) {
            refuse(peer, end.request(), "no application with this request runs");
            return;
        }
        asked.remove(id);
        peers.send(peer, ApplicationRequest.answer("done", end.request()));
        control.onApplicationEnd(id);
    }

    private long id(final long peer, final long request) {
        asked.put(++lastId, new Asked(peer, request));
        return lastId;
    }

    private void start(final long peer, final ApplicationRequest.Start start) {
        final Asked who = new Asked(peer, start.request());
        if (started.containsKey(who)) {
            return;
        }
        final long id = id(peer, start.request());
        started.put(who, id);
        final String refusal =
                control.onApplication(
                        id, start.sources().stream().mapToInt(Integer::intValue).toArray());
        if (refusal != null) {
            started.remove(who);
            asked.remove(id);
            refuse(peer, start.request(), refusal);
        }
    }

    private String status(final long request, final Set<Integer> connected) {
        final ObjectNode document =
                ApplicationRequest.document("status", request)
                        .put("settled", control.isSettled())
                        .put("refused", control.refused());
        list(document, "connected", List.copyOf(connected));
        list(document, "failed", control.failed());
        return LinkLine.write(document);
    }

    private static void list(
            final ObjectNode document, final String key, final List<Integer> numbers) {
        numbers.forEach(document.putArray(key)::add);
    }

    private void refuse(final long peer, final long request, final String text) {
        peers.send(peer, ApplicationRequest.refusal(request, text));
    }

    /** Answer of the state machine to a request for members. */
    void answer(final long id, final String refusal) {
        final Asked who = asked.remove(id);
        if (who != null) {
            peers.send(
                    who.peer(),
                    refusal == null
                            ? ApplicationRequest.answer("done", who.request())
                            : ApplicationRequest.refusal(who.request(), refusal));
        }
    }

    /** An application may send. */
    void start(final long id) {
        final Asked who = asked.get(id);
        if (who != null) {
            peers.send(who.peer(), ApplicationRequest.answer("started", who.request()));
        }
    }

    /** A connection has ended, and its applications with it. */
    void onGone(final long peer) {
        asked.values().removeIf(each -> each.peer() == peer);
        final List<Long> ended =
                started.entrySet().stream()
                        .filter(each -> each.getKey().peer() == peer)
                        .map(Map.Entry::getValue)
                        .toList();
        started.keySet().removeIf(each -> each.peer() == peer);
        ended.forEach(control::onApplicationEnd);
    }
}
