package io.polycast.node.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.controller.log.Command;
import io.polycast.controller.log.GroupView;
import io.polycast.controller.log.News;
import io.polycast.controller.log.Outcome;
import io.polycast.dataplane.remote.LinkAddress;
import io.polycast.dataplane.remote.LinkException;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.wire.Ipv4;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Requests by method and path. */
final class Route {
    static final long WAIT_MS = 10_000;
    static final long MOST_WAIT_MS = 300_000;

    /** Time beyond the log's own deadlines for which a request waits, in ms. */
    private static final long GRACE_MS = 60_000;

    /** Changes that wait, each of which holds a thread; others stay for reads and health. */
    static final int MOST_WAITERS = 48;

    private final Semaphore waiters = new Semaphore(MOST_WAITERS);
    private final Operations operations;

    Route(final Operations operations) {
        this.operations = operations;
    }

    /**
     * A request.
     *
     * @param method of HTTP
     * @param path in its parts behind {@code /v1}
     * @param query keys and values
     * @param key of idempotency, or empty
     * @param body bytes
     */
    record Asked(
            String method, List<String> path, Map<String, String> query, String key, byte[] body) {
        boolean changes() {
            return !method.equals("GET");
        }
    }

    /**
     * An answer.
     *
     * @param status of HTTP
     * @param document its body
     */
    record Answer(int status, ObjectNode document) {}

    Answer on(final Asked asked) throws HttpProblem {
        final String what = asked.path().isEmpty() ? "" : asked.path().get(0);
        switch (what) {
            case "groups":
                return onGroups(asked);
            case "events":
                allow(asked, 1, "GET");
                return new Answer(200, Documents.events(events(asked)));
            case "capacity":
                allow(asked, 1, "GET");
                return new Answer(200, Documents.capacity(operations.capacity()));
            case "snapshot":
                allow(asked, 1, "POST");
                if (!operations.snapshot()) {
                    throw new HttpProblem(
                            409, "busy", "another snapshot runs: try again in a second");
                }
                return new Answer(202, Documents.empty().put("ok", true));
            default:
                throw absent();
        }
    }

    private static HttpProblem absent() {
        return new HttpProblem(
                404,
                "no-path",
                "no such path: see /v1/groups, /v1/events, /v1/capacity, /openapi.yaml");
    }

    private static void allow(final Asked asked, final int parts, final String... methods)
            throws HttpProblem {
        if (asked.path().size() != parts) {
            throw absent();
        }
        if (!List.of(methods).contains(asked.method())) {
            throw new HttpProblem(405, "method", "this path takes " + String.join(", ", methods));
        }
    }

    private Answer onGroups(final Asked asked) throws HttpProblem {
        switch (asked.path().size()) {
            case 1:
                allow(asked, 1, "GET", "POST");
                return asked.changes()
                        ? submit(asked, CreateBody.parse(asked.body()), 201)
                        : new Answer(200, Documents.groups(operations.groups()));
            case 2:
                allow(asked, 2, "GET", "DELETE");
                final GroupView group = group(asked.path().get(1));
                return asked.changes()
                        ? submit(asked, new Command.Delete(group.name()), 200)
                        : new Answer(200, Documents.group(group));
            case 4:
                allow(asked, 4, "PUT", "DELETE");
                if (!asked.path().get(2).equals("members")) {
                    throw absent();
                }
                return onMember(asked);
            default:
                throw absent();
        }
    }

    private Answer onMember(final Asked asked) throws HttpProblem {
        final MrpAddress ip;
        try {
            ip = LinkAddress.parse(asked.path().get(3));
        } catch (final LinkException wrong) {
            throw new HttpProblem(400, "bad-request", wrong.getMessage());
        }
        final String name = group(asked.path().get(1)).name();
        return asked.method().equals("PUT")
                ? submit(asked, new Command.Admit(name, ip, number(asked, "wait_ms", WAIT_MS)), 200)
                : submit(asked, new Command.Expel(name, ip), 200);
    }

    private GroupView group(final String nameOrId) throws HttpProblem {
        for (final GroupView each : operations.groups()) {
            if (each.name().equals(nameOrId) || Ipv4.format(each.id()).equals(nameOrId)) {
                return each;
            }
        }
        throw new HttpProblem(
                404,
                "no-group",
                "there is no group "
                        + nameOrId
                        + ": 'polycast group list' or GET /v1/groups has"
                        + " the names");
    }

    private static long number(final Asked asked, final String key, final long otherwise)
            throws HttpProblem {
        final String text = asked.query().get(key);
        if (text == null) {
            return otherwise;
        }
        if (!text.matches("\\d{1,18}")) {
            throw new HttpProblem(400, "bad-request", key + " must be a whole number");
        }
        return key.equals("wait_ms")
                ? Math.min(Long.parseLong(text), MOST_WAIT_MS)
                : Long.parseLong(text);
    }

    private List<News> events(final Asked asked) throws HttpProblem {
        return operations.events(number(asked, "after", 0));
    }

    private Answer submit(final Asked asked, final Command command, final int created)
            throws HttpProblem {
        if (!waiters.tryAcquire()) {
            throw new HttpProblem(
                    503, "busy", MOST_WAITERS + " changes wait for their answers: try again");
        }
        try {
            final Outcome outcome =
                    operations
                            .submit(asked.key(), command)
                            .get(MOST_WAIT_MS + GRACE_MS, TimeUnit.MILLISECONDS);
            return new Answer(status(outcome, created), Documents.outcome(outcome));
        } catch (final InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw noAnswer();
        } catch (final ExecutionException | TimeoutException late) {
            throw noAnswer();
        } finally {
            waiters.release();
        }
    }

    private static HttpProblem noAnswer() {
        return new HttpProblem(
                503,
                Operations.NO_LEADER,
                "the log does not answer: repeat the request with its Idempotency-Key");
    }

    private static int status(final Outcome outcome, final int created) {
        switch (outcome.kind()) {
            case DONE:
                return created;
            case ABSENT:
                return 404;
            case CONFLICT:
                return 409;
            case FULL:
                return 507;
            default:
                return outcome.reason().equals(Operations.NO_LEADER) ? 503 : 422;
        }
    }
}
