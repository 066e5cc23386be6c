package io.polycast.xdp.dpdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class EalArgumentsTest {
    @Test
    void shouldKeepTheCallingThreadOnItsProcessorsAndShareNothing() {
        assertEquals(
                List.of(
                        "polycast",
                        "--lcores=0@(0-3,6)",
                        "--file-prefix=polycast",
                        "--no-shconf",
                        "--no-telemetry",
                        "--log-level=warning",
                        "--no-huge",
                        "-m",
                        "64"),
                EalArguments.complete(List.of("--no-huge", "-m", "64"), "0-3,6"));
    }

    @Test
    void shouldRunInMemoryWithHugePages() {
        final List<String> arguments = EalArguments.complete(List.of("-m", "64"), "0");
        assertTrue(arguments.contains("--in-memory"));
        assertFalse(arguments.contains("--no-shconf"));
    }

    @Test
    void shouldAddNothingThatWasSaid() {
        final List<String> given =
                List.of(
                        "-l0-1",
                        "--file-prefix=mine",
                        "--proc-type",
                        "primary",
                        "--telemetry",
                        "--log-level=lib.eal:8");
        assertEquals(given, EalArguments.complete(given, "0-1").subList(1, 1 + given.size()));
        assertEquals(1 + given.size(), EalArguments.complete(given, "0-1").size());
    }

    @Test
    void shouldLetDpdkTouchThePciDevicesOfThePortsAlone() {
        assertEquals(
                List.of("-m", "64", "--allow=0000:03:00.0", "--allow=04:00.1,a=b"),
                EalArguments.forDevices(
                        List.of("-m", "64"),
                        List.of("pci:0000:03:00.0", "net_ring0", "04:00.1,a=b")));
        assertEquals(
                List.of("-m", "64", "--no-pci"),
                EalArguments.forDevices(List.of("-m", "64"), List.of("net_af_packet0,iface=e0")));
    }

    @Test
    void shouldLeaveTheChoiceOfDevicesToWhoeverMadeIt() {
        for (final List<String> given :
                List.of(
                        List.of("-a", "0000:05:00.0"),
                        List.of("--allow=0000:05:00.0"),
                        List.of("-b0000:05:00.0"),
                        List.of("--block", "0000:05:00.0"),
                        List.of("--no-pci"))) {
            assertEquals(given, EalArguments.forDevices(given, List.of("0000:03:00.0")));
        }
    }

    @Test
    void shouldKnowPciAddressesFromVirtualDevices() {
        for (final String pci :
                List.of("0000:03:00.0", "03:00.0", "pci:0000:03:00.7,x=y", "00000001:af:1f.1")) {
            assertTrue(EalArguments.isPci(pci), pci);
        }
        for (final String other : List.of("net_ring0", "vdev:net_ring0", "eth0", "03:00", "")) {
            assertFalse(EalArguments.isPci(other), other);
        }
    }
}
