package io.polycast.node.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.controller.agent.ToAgent;
import io.polycast.controller.log.Command;
import io.polycast.controller.log.Effects;
import io.polycast.controller.log.Entry;
import io.polycast.controller.log.GroupOptions;
import io.polycast.controller.log.News;
import io.polycast.controller.log.Outcome;
import io.polycast.controller.safeguard.SafeguardSettings;
import io.polycast.controller.settings.ControllerSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The log of one node: entries, restarts, snapshots. */
@Timeout(120)
class ClusterNodeTest {
    @TempDir Path directory;

    /** A node with its state machine. */
    private final class Running implements Effects, AutoCloseable {
        final BlockingQueue<Outcome> outcomes = new LinkedBlockingQueue<>();
        final CountDownLatch ready = new CountDownLatch(1);
        final StateMachine machine =
                new StateMachine(
                        new ControllerSettings(
                                "c1",
                                1,
                                4792,
                                new ControllerSettings.Prefix(0x0AFF0000, 16, null),
                                new ControllerSettings.Limits(100, 100, 100, 100, 100),
                                new ControllerSettings.Timing(100, 1000, 5000, 30_000),
                                SafeguardSettings.DEFAULT),
                        this);
        final ClusterNode node;

        Running(final int port) throws IOException {
            node =
                    new ClusterNode(
                            new LogSettings(
                                    directory,
                                    0,
                                    List.of(new LogSettings.Node("127.0.0.1", port)),
                                    10_000),
                            machine,
                            leads -> {
                                if (leads) {
                                    ready.countDown();
                                }
                            });
        }

        Outcome create(final String name) throws InterruptedException {
            assertTrue(ready.await(50, TimeUnit.SECONDS));
            assertTrue(
                    node.offer(
                            new Entry.Request(
                                    name.hashCode(),
                                    "",
                                    new Command.Create(
                                            name, List.of(), 1000, GroupOptions.DEFAULT))));
            for (; ; ) {
                final Outcome outcome = outcomes.poll(50, TimeUnit.SECONDS);
                if (outcome == null || outcome.group().name().equals(name)) {
                    return outcome;
                }
            }
        }

        List<String> groups() {
            return machine.with(
                    controller -> controller.groups().stream().map(each -> each.name()).toList());
        }

        @Override
        public void send(final long session, final ToAgent message) {}

        @Override
        public void answer(final long request, final Outcome outcome) {
            outcomes.add(outcome);
        }

        @Override
        public void happened(final News news) {}

        @Override
        public void close() {
            node.close();
        }
    }

    @Test
    void shouldKeepWhatItAcknowledgedOverARestart() throws Exception {
        final int port = FreePorts.five();
        try (Running first = new Running(port)) {
            assertEquals(Outcome.Kind.DONE, first.create("a").kind());
            assertThrows(IOException.class, () -> new Running(port).close());
        }
        try (Running second = new Running(port)) {
            assertEquals(Outcome.Kind.DONE, second.create("b").kind());
            assertEquals(List.of("a", "b"), second.groups());
            assertTrue(second.node.snapshot());
            assertEquals(Outcome.Kind.DONE, second.create("c").kind());
        }
        try (Running third = new Running(port)) {
            assertEquals(Outcome.Kind.DONE, third.create("d").kind());
            assertEquals(List.of("a", "b", "c", "d"), third.groups());
        }
    }
}
