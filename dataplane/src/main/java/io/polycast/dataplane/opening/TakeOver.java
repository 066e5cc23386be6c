package io.polycast.dataplane.opening;

import com.fasterxml.jackson.databind.JsonNode;
import io.polycast.dataplane.config.Addresses;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.control.ControlClient;
import io.polycast.dataplane.control.ControlException;
import io.polycast.dataplane.control.ControlProtocol.Topic;
import io.polycast.dataplane.groups.GroupOrigin;
import io.polycast.dataplane.state.StateException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/**
 * The new process's side of a take-over: {@link #from} finds the old one, {@link #demand} makes it
 * hand over, {@link #await} waits for its files. Between demand and the new switch's readiness no
 * switch serves, so all possible work is done before.
 */
public final class TakeOver implements AutoCloseable {
    private static final long ANSWER_MS = 5_000;

    /** How long a process that agreed to hand over may take. */
    public static final long RELEASE_NS = TimeUnit.SECONDS.toNanos(10);

    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Path socket;
    private final ControlClient client;
    private final long pid;
    private long demandedNs;
    private boolean demanded;

    private TakeOver(final Path socket, final ControlClient client, final long pid) {
        this.socket = socket;
        this.client = client;
        this.pid = pid;
    }

    /** Something that a process which ends gives free. */
    @FunctionalInterface
    public interface Opening<T> {
        T open() throws StateException;
    }

    /**
     * Finds the process that serves now.
     *
     * @param socket of it
     * @return the take-over, or null when no switch serves
     * @throws ApplianceException when a process is there and does not answer
     */
    public static TakeOver from(final Path socket) throws ApplianceException {
        final ControlClient client;
        try {
            client = ControlClient.connect(socket);
        } catch (final ControlException e) {
            return null;
        }
        try {
            // A process that does not run would find a demand later, and end when nobody follows
            // it.
            final JsonNode answer = ask(client, socket, client::ping);
            return new TakeOver(socket, client, answer.path("pid").asLong());
        } catch (final ApplianceException e) {
            client.close();
            throw e;
        }
    }

    /**
     * A damaged journal must not take groups out of service that are served now.
     *
     * @param configuration of the new switch
     * @param prepared groups of the journal
     * @param damage that was found in it
     * @throws ApplianceException when a group would be lost
     */
    public void requireGroups(
            final Configuration configuration,
            final PreparedGroups prepared,
            final List<String> damage)
            throws ApplianceException {
        if (damage.isEmpty()) {
            return;
        }
        final Set<String> back = new HashSet<>();
        configuration.groups().forEach(each -> back.add(Addresses.formatQuad(each.mcstId())));
        prepared.groups().forEach(each -> back.add(each.id()));
        final List<String> lost = new ArrayList<>();
        for (final JsonNode each :
                ask(client, socket, () -> client.show(Topic.GROUPS, null)).path("groups")) {
            // No journal keeps groups that reports of hosts made.
            final boolean kept = !GroupOrigin.IGMP.word().equals(each.path("origin").asText());
            if (kept && !back.contains(each.path("id").asText())) {
                lost.add(each.path("id").asText());
            }
        }
        if (!lost.isEmpty()) {
            throw new ApplianceException(
                    ApplianceException.USAGE,
                    "process "
                            + pid
                            + " goes on: its journal is damaged ("
                            + damage.get(0)
                            + "), so that "
                            + lost.size()
                            + " of its groups, "
                            + lost.get(0)
                            + " among them, would be lost; give group set their entries again,"
                            + " or do without groups that were set: --forget-groups",
                    null);
        }
    }

    /** Makes the old process stop reading, let go what it has, close its ports and end. */
    public void demand() throws ApplianceException {
        demandedNs = System.nanoTime();
        demanded = true;
        final long deadlineMs = System.currentTimeMillis() + ANSWER_MS;
        ask(client, socket, () -> client.handOver(deadlineMs));
    }

    /** Opens what the old process holds until it has closed everything else. */
    public <T> T await(final Opening<T> opening) throws StateException, ApplianceException {
        final long startNs = System.nanoTime();
        while (true) {
            try {
                return opening.open();
            } catch (final StateException.InUse e) {
                if (System.nanoTime() - startNs > RELEASE_NS) {
                    throw new ApplianceException(
                            ApplianceException.FAILED,
                            "process "
                                    + pid
                                    + " agreed to hand over, but holds its files after "
                                    + TimeUnit.NANOSECONDS.toSeconds(RELEASE_NS)
                                    + " s; end it (kill -9 "
                                    + pid
                                    + "), then start without --replace",
                            e);
                }
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
    }

    /** Waits on a thread of its own: a process that is stopped answers never. */
    private static JsonNode ask(
            final ControlClient client, final Path socket, final Question question)
            throws ApplianceException {
        final CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        final Thread asking =
                new Thread(
                        () -> {
                            try {
                                answer.complete(question.ask());
                            } catch (final ControlException | RuntimeException e) {
                                answer.completeExceptionally(e);
                            }
                        },
                        "pc-takeover");
        asking.setDaemon(true);
        asking.start();
        try {
            return answer.get(ANSWER_MS, TimeUnit.MILLISECONDS);
        } catch (final TimeoutException e) {
            client.close();
            throw new ApplianceException(
                    ApplianceException.FAILED,
                    "the switch at "
                            + socket
                            + " does not answer within "
                            + TimeUnit.MILLISECONDS.toSeconds(ANSWER_MS)
                            + " s and was left alone; see what ails it, or kill -9 it and start"
                            + " without --replace",
                    e);
        } catch (final ExecutionException e) {
            throw new ApplianceException(
                    ApplianceException.FAILED,
                    "the switch at "
                            + socket
                            + " does not hand over: "
                            + e.getCause().getMessage()
                            + "; it goes on",
                    e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ApplianceException(ApplianceException.FAILED, "interrupted; try again", e);
        }
    }

    /** One exchange with the old process. */
    @FunctionalInterface
    private interface Question {
        JsonNode ask() throws ControlException;
    }

    /**
     * @return process id of the old switch
     */
    public long pid() {
        return pid;
    }

    /**
     * @return whether the old switch was told to end: from then on no switch serves until this one
     *     does
     */
    public boolean isDemanded() {
        return demanded;
    }

    /**
     * @return milliseconds since the old switch was told to end
     */
    public long gapMs() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - demandedNs);
    }

    @Override
    public void close() {
        client.close();
    }
}
