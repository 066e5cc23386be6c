package io.polycast.node.run;

import io.polycast.controller.log.Command;
import io.polycast.controller.log.Entry;
import io.polycast.controller.log.Outcome;
import io.polycast.node.http.Operations;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.agrona.concurrent.SnowflakeIdGenerator;

/** Requests of operators that wait for the log's answer. */
final class Requests {
    private static final Outcome GONE =
            Outcome.refused(
                    Outcome.Kind.FAILED,
                    Operations.NO_LEADER,
                    "this node does not lead any more: repeat the request with its"
                            + " Idempotency-Key");

    private final Map<Long, CompletableFuture<Outcome>> waiting = new ConcurrentHashMap<>();
    private final SnowflakeIdGenerator ids;

    Requests(final SnowflakeIdGenerator ids) {
        this.ids = ids;
    }

    CompletableFuture<Outcome> submit(
            final String key, final Command command, final Predicate<Entry> log) {
        final long id = ids.nextId();
        final CompletableFuture<Outcome> answer = new CompletableFuture<>();
        waiting.put(id, answer);
        if (!log.test(new Entry.Request(id, key, command))) {
            answered(id, GONE);
        }
        return answer;
    }

    void answered(final long id, final Outcome outcome) {
        final CompletableFuture<Outcome> answer = waiting.remove(id);
        if (answer != null) {
            answer.complete(outcome);
        }
    }

    void endAll() {
        waiting.keySet().forEach(id -> answered(id, GONE));
    }
}
