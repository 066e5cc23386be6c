package io.polycast.dataplane.pipeline;

import io.polycast.core.SwitchCore;
import io.polycast.core.held.HeldFrames;
import io.polycast.dataplane.control.ControlException;
import io.polycast.dataplane.control.SwitchStalledException;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;
import org.agrona.concurrent.NanoClock;

/** One engine with its counters and commands; run by one thread. */
public final class Shard {
    private static final int WAITING_COMMANDS = 64;
    private static final long LEAVE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long ANSWER_NS = TimeUnit.SECONDS.toNanos(5);

    private final SwitchCore core;
    private final CounterBlock counters;
    private long deadlineNs = Long.MAX_VALUE;
    private final HeldFrames held;
    private Runnable wake = () -> {};
    private final ManyToOneConcurrentArrayQueue<Command<?>> commands =
            new ManyToOneConcurrentArrayQueue<>(WAITING_COMMANDS);

    /**
     * @param core of the shard
     * @param counters of the shard
     * @param held frames that the shard's role holds
     */
    public Shard(final SwitchCore core, final CounterBlock counters, final HeldFrames held) {
        this.core = core;
        this.counters = counters;
        this.held = held;
    }

    public SwitchCore core() {
        return core;
    }

    public CounterBlock counters() {
        return counters;
    }

    /**
     * Before the threads start.
     *
     * @param way to end the wait of the shard's thread, for any thread to call
     */
    public void wakeBy(final Runnable way) {
        wake = way;
    }

    /**
     * Any thread but the shard's own: has something done by the shard, between two batches.
     *
     * @throws ControlException when it was refused, or the shard does not answer; the command is not
     *     carried out later
     */
    public <T> T ask(final Command.Body<T> body) throws ControlException {
        final Command<T> command = new Command<>(body);
        if (!commands.offer(command)) {
            throw new ControlException(
                    ControlException.FAILED, "too many commands wait; try again");
        }
        wake.run();
        try {
            return command.await(ANSWER_NS);
        } catch (final ExecutionException e) {
            throw new ControlException(
                    e.getCause() instanceof GroupRefusedException
                            ? ControlException.USAGE
                            : ControlException.FAILED,
                    String.valueOf(e.getCause().getMessage()),
                    e);
        } catch (final TimeoutException | CancellationException e) {
            throw new SwitchStalledException(e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ControlException(ControlException.FAILED, "interrupted; try again", e);
        }
    }

    /** Between batches: work that is due, and at most one command. */
    int betweenBatches(final long nowNs, final EgressSink egress) {
        deadlineNs = core.onTick(nowNs, egress);
        final Command<?> command = commands.poll();
        if (command == null) {
            return 0;
        }
        command.execute(core, nowNs, egress);
        // The command may have armed a timer.
        deadlineNs = nowNs;
        return 1;
    }

    /**
     * @return when the shard is to be run again at the latest, in ns, or {@link Long#MAX_VALUE}; for the
     *     shard's own thread
     */
    long deadlineNs() {
        return deadlineNs;
    }

    /**
     * Ends what the kernel does for the shard's groups, when its thread has ended. A kernel that does not let
     * go cannot hold up the end for longer than a second.
     *
     * @param clock of the switch
     */
    public void leaveKernel(final NanoClock clock) {
        final long startNs = clock.nanoTime();
        while (!core.role().leave(clock.nanoTime()) && clock.nanoTime() - startNs < LEAVE_NS) {
            Thread.yield();
        }
    }

    /** Gives back every frame that the role holds, when the shard's thread ends. */
    void stopHolding() {
        held.stop();
    }

    /** Answers waiting commands when the shard's thread ends. */
    void refuseWaiting() {
        Command<?> command = commands.poll();
        while (command != null) {
            command.refuse();
            command = commands.poll();
        }
    }
}
