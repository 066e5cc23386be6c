package io.polycast.dataplane.pipeline;

import io.polycast.core.SwitchCore;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.parser.contract.EgressSink;
import java.util.concurrent.CompletableFuture;

/**
 * Something that the control side wants done by a shard's own thread, between two batches.
 *
 * @param <T> what it answers
 */
final class Command<T> {
    /** What is to be done. */
    @FunctionalInterface
    interface Body<T> {
        T run(SwitchCore core, long nowNs, EgressSink egress) throws GroupRefusedException;
    }

    private final Body<T> body;
    private final CompletableFuture<T> result = new CompletableFuture<>();

    Command(final Body<T> body) {
        this.body = body;
    }

    CompletableFuture<T> result() {
        return result;
    }

    void execute(final SwitchCore core, final long nowNs, final EgressSink egress) {
        try {
            result.complete(body.run(core, nowNs, egress));
        } catch (final GroupRefusedException e) {
            result.completeExceptionally(e);
        } catch (final RuntimeException e) {
            // A broken invariant: whoever asked must not wait, and the thread must not go on.
            result.completeExceptionally(e);
            throw e;
        }
    }
}
