package io.polycast.cli.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.cli.CommandRun;
import io.polycast.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands against a switch that {@code polycast run} started in this process. */
@Timeout(60)
class RunningSwitchTest {
    @TempDir private Path directory;
    private RunningSwitch running;

    @BeforeEach
    void start() throws IOException {
        running = new RunningSwitch(directory);
    }

    @AfterEach
    void stop() throws Exception {
        running.stop();
    }

    private CommandRun show(final String... what) {
        return running.show(what);
    }

    @Test
    void shouldSayInOneLineThatItIsReady() {
        assertTrue(
                running.ready().startsWith("switch leaf1 is ready: 2 ports, 1 groups, "),
                running.ready());
        assertTrue(running.ready().endsWith("control " + running.socket()), running.ready());
    }

    @Test
    void shouldShowGroupsPortsCountersAndDrops() {
        final CommandRun groups = show("groups", "--json");
        assertEquals(ExitCode.DONE, groups.exitCode(), groups.err());
        assertEquals("10.255.0.1", groups.json().get("groups").get(0).get("id").textValue());
        final CommandRun mft = show("mft", "10.255.0.1");
        assertTrue(mft.out().contains("10.0.0.3 02:00:00:00:00:03 257"), mft.out());
        assertEquals(2, show("ports", "--json").json().get("ports").size());
        assertEquals(0, show("counters", "--json").json().get("ended").longValue());
        assertEquals("no drops\n", show("drops").out());
    }

    @Test
    void shouldSayWhatAGroupWaitsFor() {
        final CommandRun why = show("why", "10.255.0.1", "--json");
        assertEquals(ExitCode.DONE, why.exitCode(), why.err());
        assertTrue(why.json().get("why").get("holder").isNull(), why.out());
        final String text = show("why", "10.255.0.1").out();
        assertTrue(text.contains("waits_for: the first data: no member has sent"), text);
    }

    @Test
    void shouldRefuseToShowWhatIsNotThere() {
        assertEquals(ExitCode.FAILED, show("why", "10.255.0.2").exitCode());
        assertEquals(ExitCode.USAGE, show("why").exitCode());
        assertEquals(ExitCode.FAILED, show("mft", "10.255.0.2").exitCode());
        assertEquals(ExitCode.USAGE, show("mft").exitCode());
        assertEquals(ExitCode.USAGE, show("ports", "10.255.0.1").exitCode());
        assertEquals(ExitCode.USAGE, show("weather").exitCode());
    }

    @Test
    void shouldNameASwitchThatIsNotThere() {
        final CommandRun run =
                CommandRun.of("show", "groups", "--socket", directory.resolve("no").toString());
        assertEquals(ExitCode.MISSING, run.exitCode());
        assertEquals(1, run.errors().size(), run.err());
        assertTrue(run.err().contains("--socket"), run.err());
    }
}
