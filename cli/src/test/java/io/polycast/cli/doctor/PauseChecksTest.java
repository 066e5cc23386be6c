package io.polycast.cli.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.xdp.afxdp.DeviceFacts;
import io.polycast.xdp.sys.DeviceLock;
import io.polycast.xdp.sys.NetDevice;
import io.polycast.xdp.sys.NetDevice.Pause;
import io.polycast.xdp.sys.PfcState;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PauseChecksTest {
    private static DeviceFacts device(final boolean veth) {
        return new DeviceFacts(
                "eth0",
                DeviceFacts.State.UP,
                1500,
                new DeviceFacts.Driver(veth ? "veth" : "any", 1, false, false, false, false),
                new DeviceFacts.Xdp("none", 0, -1),
                veth,
                "",
                DeviceLock.NOBODY);
    }

    private static String line(
            final boolean veth, final Optional<Pause> pause, final boolean reads) {
        return PauseChecks.run("p0", device(veth), pause, reads).line();
    }

    @Test
    void shouldSayThatVethHandsPauseUp() {
        assertEquals(
                "ok    port p0 (eth0): PAUSE: veth hands PAUSE and PFC up; role surrogate stops"
                        + " their classes",
                line(true, Optional.empty(), true));
        assertEquals(
                "ok    port p0 (eth0): PAUSE: veth hands PAUSE and PFC up; the role drops them",
                line(true, Optional.empty(), false));
    }

    @Test
    void shouldSayThatADeviceObeysPauseItself() {
        assertEquals(
                "ok    port p0 (eth0): PAUSE: the device obeys PAUSE (rx on) and hands none up; the"
                        + " switch sees a port without room",
                line(false, Optional.of(new Pause(true, true, false)), true));
    }

    @Test
    void shouldWarnOfADeviceThatNeitherObeysPauseNorHandsItUp() {
        final Optional<Pause> off = Optional.of(new Pause(false, false, true));
        assertEquals(
                "warn  port p0 (eth0): PAUSE: the device does not obey PAUSE (rx off), and most"
                        + " devices hand none up; ethtool -A eth0 rx on, if neighbours send it",
                line(false, off, true));
        assertEquals(
                "ok    port p0 (eth0): PAUSE: the device does not obey PAUSE (rx off), and most"
                        + " devices hand none up",
                line(false, off, false));
    }

    @Test
    void shouldSayThatADriverDoesNotTell() {
        assertEquals(
                "ok    port p0 (eth0): PAUSE: the driver does not tell; if the device hands PAUSE"
                        + " and PFC up, role surrogate stops their classes",
                line(false, Optional.empty(), true));
    }

    private static String pfc(
            final boolean veth, final Optional<PfcState> state, final int lossless) {
        return PauseChecks.pfc("p0", device(veth), state, lossless).line();
    }

    @Test
    void shouldTellTheClassesOfPfc() {
        assertEquals(
                "ok    port p0 (eth0): PFC: the device obeys PFC of class 3, 5 and hands none of it"
                        + " up",
                pfc(false, Optional.of(new PfcState(0b101000, 8)), 1 << 3));
        assertEquals(
                "ok    port p0 (eth0): PFC: the device obeys PFC of no class",
                pfc(false, Optional.of(new PfcState(0, 8)), 0));
        assertEquals(
                "warn  port p0 (eth0): PFC: the device obeys PFC of class 3 and hands none of it"
                        + " up, but lossless names 0, 7; dcb pfc set dev eth0 prio-pfc 0:on 7:on,"
                        + " if neighbours send it",
                pfc(false, Optional.of(new PfcState(1 << 3, 8)), 0b10001001));
    }

    @Test
    void shouldSayThatPfcIsUnknown() {
        assertEquals(
                "ok    port p0 (eth0): PFC: unknown: the driver does not tell (dcb pfc show)",
                pfc(false, Optional.empty(), 1 << 3));
        assertEquals(
                "ok    port p0 (eth0): PFC: veth has none of its own",
                pfc(true, Optional.empty(), 1 << 3));
    }

    /** The loopback device has no link, and so no flow control. */
    @Test
    void shouldAskTheKernel() {
        assertEquals(Optional.empty(), new NetDevice("lo").pause());
        assertEquals(Optional.empty(), new NetDevice("pc-nowhere").pause());
        assertEquals(Optional.empty(), PfcState.query("lo"));
        assertEquals(Optional.empty(), PfcState.query("pc-nowhere"));
    }
}
