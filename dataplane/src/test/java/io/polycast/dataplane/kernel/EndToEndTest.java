package io.polycast.dataplane.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.role.GroupDatapath;
import io.polycast.parser.contract.Tally;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Soft queue pairs against a switch between namespaces: transfers complete under loss. */
@Tag("root")
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class EndToEndTest {
    private static final int MESSAGES = 40;

    @TempDir private Path directory;

    @ParameterizedTest
    @CsvSource({"kernel, false", "kernel, true", "user, false"})
    void shouldCompleteUnderLoss(final String datapath, final boolean write) throws Exception {
        try (KernelRun run = new KernelRun(datapath, "}\nprotocol: {nakRepeat: 1ms", directory)) {
            final List<SoftHost> hosts = new ArrayList<>();
            for (int i = 0; i < KernelRun.HOSTS; i++) {
                hosts.add(new SoftHost(i, run.lab));
            }
            final SoftHost sender = hosts.get(0);
            final boolean kernel = datapath.equals("kernel");
            // One small message after the other: quiet moments, in which the group moves.
            long small = 0;
            do {
                small++;
                sender.post(write, 1000);
                until(hosts, "a small message", () -> sender.completed() == sender.posted());
            } while (kernel && run.view().datapath() != GroupDatapath.KERNEL);
            hosts.forEach(host -> host.lose(0.01));
            final long end = small + MESSAGES;
            until(
                    hosts,
                    "all messages, not " + sender.completed(),
                    () -> {
                        if (sender.posted() < end) {
                            sender.post(write, SoftHost.MESSAGE);
                        }
                        return sender.completed() == end;
                    });
            final long bytes = small * 1000 + (long) MESSAGES * SoftHost.MESSAGE;
            for (int i = 0; i < KernelRun.HOSTS; i++) {
                assertEquals("", hosts.get(i).problem());
                assertEquals(i == 0 ? 0 : bytes, hosts.get(i).received(), "host " + i);
            }
            assertEquals(kernel ? GroupDatapath.KERNEL : GroupDatapath.USER, run.view().datapath());
            final long frames = run.tally(Tally.KERNEL_FRAMES);
            assertTrue(kernel ? frames > MESSAGES * 30 : frames == 0, frames + " in the kernel");
            assertEquals(0, run.tally(Tally.KERNEL_RETURNS));
        }
    }

    private static void until(
            final List<SoftHost> hosts, final String what, final BooleanSupplier condition) {
        KernelRun.await(
                what,
                () -> {
                    final long nowNs = System.nanoTime();
                    hosts.forEach(host -> host.work(nowNs));
                    return condition.getAsBoolean();
                });
    }
}
