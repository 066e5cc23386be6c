package io.polycast.xdp.afxdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Needs no privilege: the loopback device is everywhere. */
class DeviceFactsTest {
    @Test
    void shouldKnowTheLoopbackDevice() {
        final DeviceFacts lo = DeviceFacts.read("lo");
        assertTrue(lo.exists());
        assertEquals(65536, lo.mtu());
        assertEquals(0, lo.xdp().program());
        assertEquals("none", lo.xdp().mode());
        assertFalse(lo.veth());
        assertEquals(1, lo.driver().rxQueues());
    }

    @Test
    void shouldSayThatADeviceIsAbsent() {
        assertFalse(DeviceFacts.read("nope0").exists());
    }
}
