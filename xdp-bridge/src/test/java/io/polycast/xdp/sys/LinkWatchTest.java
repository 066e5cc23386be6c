package io.polycast.xdp.sys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.xdp.lab.Namespaces;
import io.polycast.xdp.net.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the kernel tells of links. */
@Tag("root")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LinkWatchTest {
    private Namespaces namespaces;
    private String here;

    @BeforeEach
    void open() throws Exception {
        namespaces = new Namespaces();
        here = namespaces.add('a');
        Namespaces.veth(here, "p0", here, "e0", 1500);
    }

    @AfterEach
    void close() throws Exception {
        namespaces.close();
    }

    private void ip(final String... words) throws Exception {
        final List<String> command = new ArrayList<>(List.of("ip", "-n", here));
        command.addAll(List.of(words));
        Namespaces.run(command.toArray(new String[0]));
    }

    @Test
    void shouldTellEachChangeOfALinkInOrder() throws Exception {
        final int index = Namespaces.in(here, () -> new NetDevice("p0").index());
        final List<String> told = new ArrayList<>();
        try (LinkWatch watch = Namespaces.in(here, LinkWatch::new)) {
            assertEquals(LinkWatch.State.UP, watch.state(index));
            // Within one look.
            ip("link", "set", "e0", "down");
            ip("link", "set", "e0", "up");
            ip("link", "set", "p0", "down");
            assertEquals(LinkWatch.State.DOWN, watch.state(index));
            ip("link", "del", "p0");
            assertEquals(LinkWatch.State.GONE, watch.state(index));
            ip("link", "add", "p0", "type", "veth", "peer", "name", "e1");
            Await.until(
                    "a new device",
                    () -> {
                        assertTrue(watch.poll((i, name, state) -> note(told, i, name, state)));
                        return told.contains("p0 DOWN") && told.size() > 4;
                    });
            told.removeIf(line -> !line.startsWith("p0"));
            assertEquals(
                    List.of("p0 NO_CARRIER", "p0 UP", "p0 DOWN", "p0 GONE", "p0 DOWN"),
                    withoutRepetitions(told));
        }
    }

    private static void note(
            final List<String> told, final int index, final String name, final Object state) {
        assertTrue(index > 0);
        told.add(name + " " + state);
    }

    private static List<String> withoutRepetitions(final List<String> told) {
        final List<String> once = new ArrayList<>();
        for (final String line : told) {
            if (once.isEmpty() || !once.get(once.size() - 1).equals(line)) {
                once.add(line);
            }
        }
        return once;
    }

    @Test
    void shouldKnowTheSpeedOfALink() throws Exception {
        assertEquals(
                OptionalInt.of(10_000), Namespaces.in(here, () -> new NetDevice("p0").speedMbps()));
        assertEquals(
                OptionalInt.empty(), Namespaces.in(here, () -> new NetDevice("lo").speedMbps()));
        assertEquals(
                OptionalInt.empty(), Namespaces.in(here, () -> new NetDevice("no").speedMbps()));
    }
}
