package io.polycast.node.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.controller.log.Outcome;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Changes that wait leave threads for reads. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RouteTest {
    private static final Outcome DONE = new Outcome(Outcome.Kind.DONE, "", "", null, List.of(), 1);

    private final Queue<CompletableFuture<Outcome>> waiting = new ConcurrentLinkedQueue<>();
    private final CountDownLatch full = new CountDownLatch(Route.MOST_WAITERS);
    private final Route route =
            new Route(
                    (Operations)
                            Proxy.newProxyInstance(
                                    Operations.class.getClassLoader(),
                                    new Class<?>[] {Operations.class},
                                    (proxy, method, arguments) ->
                                            method.getName().equals("submit")
                                                    ? submit()
                                                    : List.of()));

    private CompletableFuture<Outcome> submit() {
        final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
        waiting.add(outcome);
        full.countDown();
        return outcome;
    }

    private int create() throws HttpProblem {
        return route.on(asked("POST")).status();
    }

    private static Route.Asked asked(final String method) {
        return new Route.Asked(
                method,
                List.of("groups"),
                Map.of(),
                "",
                "{\"name\":\"g\"}".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void shouldRefuseChangesWhenManyWait() throws Exception {
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < Route.MOST_WAITERS; i++) {
            threads.add(new Thread(this::createAndIgnore));
            threads.get(i).start();
        }
        full.await();
        final HttpProblem busy = assertThrows(HttpProblem.class, this::create);
        assertEquals(503, busy.status());
        assertEquals("busy", busy.reason());
        assertEquals(200, route.on(asked("GET")).status());
        waiting.forEach(each -> each.complete(DONE));
        for (final Thread thread : threads) {
            thread.join();
        }
        final Thread again = new Thread(this::createAndIgnore);
        waiting.clear();
        again.start();
        while (waiting.isEmpty()) {
            Thread.onSpinWait();
        }
        assertTrue(waiting.remove().complete(DONE), "taken again");
        again.join();
    }

    private void createAndIgnore() {
        try {
            create();
        } catch (final HttpProblem problem) {
            throw new AssertionError(problem);
        }
    }
}
