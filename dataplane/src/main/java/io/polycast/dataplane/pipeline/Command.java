package io.polycast.dataplane.pipeline;

import io.polycast.core.SwitchCore;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.parser.contract.EgressSink;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A request of the control side, which the shard's own thread carries out between two batches. A
 * command that was given up is never carried out, and a command that has begun is not given up.
 *
 * @param <T> type of the answer
 */
public final class Command<T> {
    /** Body of a command. */
    @FunctionalInterface
    public interface Body<T> {
        T run(SwitchCore core, long nowNs, EgressSink egress) throws GroupRefusedException;
    }

    private enum State {
        WAITING,
        RUNNING,
        GIVEN_UP
    }

    private final Body<T> body;
    private final CompletableFuture<T> result = new CompletableFuture<>();
    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);

    Command(final Body<T> body) {
        this.body = body;
    }

    /**
     * Waits for the answer. A command that has begun is awaited to its end, even after the timeout or an
     * interrupt: only its result tells whether it was carried out.
     *
     * @param timeoutNs until a command that has not begun is given up, in ns
     * @return the command's answer
     * @throws ExecutionException when the command failed
     * @throws CancellationException when the shard ended before the command began
     * @throws TimeoutException when the command was given up
     * @throws InterruptedException when the command was given up after an interrupt
     */
    public T await(final long timeoutNs)
            throws ExecutionException, TimeoutException, InterruptedException {
        try {
            return result.get(timeoutNs, TimeUnit.NANOSECONDS);
        } catch (final TimeoutException | InterruptedException e) {
            if (giveUp()) {
                throw e;
            }
            return awaitEnd(e instanceof InterruptedException);
        }
    }

    private T awaitEnd(final boolean wasInterrupted) throws ExecutionException {
        boolean interrupted = wasInterrupted;
        try {
            while (true) {
                try {
                    return result.get();
                } catch (final InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean giveUp() {
        return state.compareAndSet(State.WAITING, State.GIVEN_UP);
    }

    /** Answers a command that no shard carries out any more. */
    void refuse() {
        if (giveUp()) {
            result.cancel(false);
        }
    }

    void execute(final SwitchCore core, final long nowNs, final EgressSink egress) {
        if (!state.compareAndSet(State.WAITING, State.RUNNING)) {
            return;
        }
        try {
            result.complete(body.run(core, nowNs, egress));
        } catch (final GroupRefusedException e) {
            result.completeExceptionally(e);
        } catch (final RuntimeException | Error e) {
            // A broken invariant: whoever asked must not wait, and the thread must not go on.
            result.completeExceptionally(e);
            throw e;
        }
    }
}
