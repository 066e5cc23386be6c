package io.polycast.dataplane.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.polycast.core.cepheus.view.GroupProgress;
import io.polycast.core.cepheus.view.GroupView;
import io.polycast.core.event.LinkState;
import io.polycast.core.role.GroupDatapath;
import io.polycast.dataplane.counters.PortCounters;
import io.polycast.dataplane.links.PortLink;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.xdp.port.LinkStatus;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinkTextTest {
    private static final List<PortLink> LINKS =
            List.of(
                    new PortLink("eth0", LinkState.UP, 25_000),
                    new PortLink("eth1", LinkState.NO_CARRIER, 0),
                    PortLink.NONE);
    private static final List<String> NAMES = List.of("p0", "p1", "p2");

    private static PortCounters counters(final String name) {
        return new PortCounters(
                name,
                "",
                new PortCounters.Received(7, 0, 0, 0, 0),
                new PortCounters.Sent(0, 0, 0, 0, 0, 0),
                0,
                new PortCounters.Injected(0, 0, 0),
                new PortCounters.Silence(0, 0, 0),
                0);
    }

    private static GroupView group(final int... ports) {
        final List<PathSpec> paths = new ArrayList<>();
        for (final int port : ports) {
            paths.add(
                    new PathSpec(
                            port,
                            PathSpec.ANY_VLAN,
                            new byte[] {10, 0, 0, (byte) port},
                            1,
                            1,
                            null));
        }
        final GroupSpec spec = new GroupSpec(1, 0, GroupSpec.UNKNOWN_PSN, paths);
        return new GroupView(
                1,
                spec,
                1,
                new GroupProgress(-1, -1, -1, -1, -1, -1, 0),
                List.of(),
                GroupDatapath.USER,
                null,
                null);
    }

    @Test
    void shouldShowDeviceLinkAndSpeedOfEachPort() {
        final JsonNode shown =
                LinkText.ports(NAMES.stream().map(LinkTextTest::counters).toList(), LINKS);
        assertEquals("p0", shown.get(0).get("name").textValue());
        assertEquals("eth0", shown.get(0).get("device").textValue());
        assertEquals("up", shown.get(0).get("link").textValue());
        assertEquals(25_000, shown.get(0).get("speed_mbps").intValue());
        assertEquals(7, shown.get(0).get("rx_frames").intValue());
        assertEquals("no carrier", shown.get(1).get("link").textValue());
        assertTrue(shown.get(1).get("speed_mbps").isNull());
        for (final String key : List.of("device", "link", "speed_mbps")) {
            assertTrue(shown.get(2).get(key).isNull(), key);
        }
    }

    @Test
    void shouldShowTheLinkThatADriverReports() {
        final List<PortLink> links =
                List.of(
                        PortLink.reported(new LinkStatus(true, 100_000)),
                        PortLink.reported(new LinkStatus(false, 0)),
                        PortLink.reported(null));
        final JsonNode shown =
                LinkText.ports(NAMES.stream().map(LinkTextTest::counters).toList(), links);
        assertTrue(shown.get(0).get("device").isNull());
        assertEquals("up", shown.get(0).get("link").textValue());
        assertEquals(100_000, shown.get(0).get("speed_mbps").intValue());
        assertEquals("no carrier", shown.get(1).get("link").textValue());
        assertTrue(shown.get(1).get("speed_mbps").isNull());
        assertTrue(shown.get(2).get("link").isNull());
        assertNull(LinkText.gone(group(0, 1, 2), links, NAMES));
    }

    @Test
    void shouldShowNoLinksWhereTheSwitchKnowsNone() {
        final JsonNode shown = LinkText.ports(List.of(counters("p0")), List.of());
        assertFalse(shown.get(0).has("link"));
        assertNull(LinkText.gone(group(0, 1), List.of(), NAMES));
    }

    @Test
    void shouldNameADeviceOfTheGroupThatIsGone() {
        assertNull(LinkText.gone(group(0, 1, 2), LINKS, NAMES), "no carrier is not gone");
        final List<PortLink> links =
                List.of(
                        LINKS.get(0),
                        new PortLink("eth1", LinkState.VANISHED, 0),
                        new PortLink("eth2", LinkState.REPLACED, 0));
        assertEquals("p1: device eth1 has vanished", LinkText.gone(group(0, 1), links, NAMES));
        assertEquals("p2: device eth2 has vanished", LinkText.gone(group(0, 2), links, NAMES));
        assertNull(LinkText.gone(group(0), links, NAMES), "of another group's port");
    }
}
