package io.polycast.perf.latency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.perf.rig.DataFrame;
import io.polycast.xdp.port.PortException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Devices in namespaces of their own, with nothing but a cable between them. */
@Tag("root")
@Timeout(60)
class DeviceWireTest {
    private static final long MS = 1_000_000;

    private static DataFrame frame() {
        return new DataFrame(0x0200_0000_0100L, 0x0200_0000_00FEL, 0x0A00_0001, 0x0AFF_0001, 512);
    }

    @ParameterizedTest
    @EnumSource(DeviceWire.Driver.class)
    void shouldMeasureACableBetweenNamespaces(final DeviceWire.Driver driver) throws Exception {
        try (VethLab lab = new VethLab();
                DeviceWire wire =
                        new DeviceWire(
                                driver,
                                Endpoint.parse(lab.a + "/e0"),
                                List.of(Endpoint.parse(lab.b + "/e0")),
                                frame(),
                                0)) {
            final LatencyReport report =
                    new LatencyRun(wire, Schedule.constant(2_000), 2_000, System::nanoTime)
                            .run(100 * MS, 500 * MS);
            assertEquals(1_000, report.sent(), 1);
            assertEquals(report.sent(), report.copies(), report.toString());
            assertTrue(report.latency().p50() > 0, report.toString());
        }
    }

    @Test
    void shouldStayInItsOwnNamespace() throws Exception {
        try (VethLab lab = new VethLab()) {
            assertEquals("here", NetNamespace.in(lab.a, () -> "here"));
            // No device of this name outside: the thread has come back.
            assertThrows(
                    PortException.class,
                    () ->
                            new DeviceWire(
                                            DeviceWire.Driver.AF_PACKET,
                                            new Endpoint("", "e0"),
                                            List.of(),
                                            frame(),
                                            0)
                                    .close());
        }
    }

    @Test
    void shouldSayWhatIsMissing() {
        final PortException e =
                assertThrows(
                        PortException.class,
                        () ->
                                new DeviceWire(
                                                DeviceWire.Driver.AF_PACKET,
                                                Endpoint.parse("no-such-netns/e0"),
                                                List.of(),
                                                frame(),
                                                0)
                                        .close());
        assertTrue(e.getMessage().contains("ip netns list"), e.getMessage());
    }
}
