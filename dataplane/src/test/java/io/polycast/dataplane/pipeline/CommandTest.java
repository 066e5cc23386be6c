package io.polycast.dataplane.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CommandTest {
    private static final long LONG_NS = TimeUnit.SECONDS.toNanos(30);

    private final AtomicInteger runs = new AtomicInteger();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    @Test
    void shouldNotCarryOutWhatWasGivenUp() {
        final Command<Integer> command =
                new Command<>((core, now, egress) -> runs.incrementAndGet());
        assertThrows(TimeoutException.class, () -> command.await(1));
        command.execute(null, 0, null);
        assertEquals(0, runs.get());
    }

    @Test
    void shouldNotCarryOutWhatWasGivenUpByAnInterrupt() {
        final Command<Integer> command =
                new Command<>((core, now, egress) -> runs.incrementAndGet());
        Thread.currentThread().interrupt();
        assertThrows(InterruptedException.class, () -> command.await(LONG_NS));
        command.execute(null, 0, null);
        assertEquals(0, runs.get());
    }

    @Test
    void shouldAwaitTheEndOfWhatHasBegun() throws Exception {
        final Command<Integer> command = held();
        final CompletableFuture<Void> shard = execute(command);
        final CompletableFuture<Integer> answer =
                CompletableFuture.supplyAsync(() -> answer(command));
        // Longer than the command's own time: the answer must not come before the end.
        assertThrows(TimeoutException.class, () -> answer.get(100, TimeUnit.MILLISECONDS));
        goOn.countDown();
        assertEquals(1, answer.get(30, TimeUnit.SECONDS));
        shard.get(30, TimeUnit.SECONDS);
    }

    @Test
    void shouldKeepTheInterruptOfOneWhoAwaitsTheEnd() throws Exception {
        final Command<Integer> command = held();
        final CompletableFuture<Void> shard = execute(command);
        Thread.currentThread().interrupt();
        goOn.countDown();
        final int answer = command.await(LONG_NS);
        assertTrue(Thread.interrupted());
        assertEquals(1, answer);
        shard.get(30, TimeUnit.SECONDS);
    }

    @Test
    void shouldAnswerWhenAnErrorBreaksTheShard() {
        final Error broken = new OutOfMemoryError("broken on purpose");
        final Command<Integer> command =
                new Command<>(
                        (core, now, egress) -> {
                            throw broken;
                        });
        assertSame(
                broken, assertThrows(OutOfMemoryError.class, () -> command.execute(null, 0, null)));
        assertSame(
                broken,
                assertThrows(ExecutionException.class, () -> command.await(LONG_NS)).getCause());
    }

    @Test
    void shouldAnswerWhenTheShardEnds() {
        final Command<Integer> command =
                new Command<>((core, now, egress) -> runs.incrementAndGet());
        command.refuse();
        assertThrows(CancellationException.class, () -> command.await(LONG_NS));
        command.execute(null, 0, null);
        assertEquals(0, runs.get());
    }

    private Command<Integer> held() {
        return new Command<>(
                (core, now, egress) -> {
                    begun.countDown();
                    try {
                        assertTrue(goOn.await(30, TimeUnit.SECONDS));
                    } catch (final InterruptedException e) {
                        throw new AssertionError(e);
                    }
                    return runs.incrementAndGet();
                });
    }

    /** As a shard does; returns when the command has begun. */
    private CompletableFuture<Void> execute(final Command<Integer> command) throws Exception {
        final CompletableFuture<Void> shard =
                CompletableFuture.runAsync(
                        () -> command.execute(null, 0, null), task -> new Thread(task).start());
        assertTrue(begun.await(30, TimeUnit.SECONDS));
        return shard;
    }

    private static int answer(final Command<Integer> command) {
        try {
            return command.await(1);
        } catch (final ExecutionException | TimeoutException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
