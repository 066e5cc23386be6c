package io.polycast.cli.doctor;

import io.polycast.xdp.afxdp.DeviceFacts;
import io.polycast.xdp.sys.NetDevice.Pause;
import java.util.Optional;

/** Effect of a neighbour's PAUSE and PFC on a port. */
final class PauseChecks {
    /** The role that reads PAUSE and PFC. */
    static final String ROLE = "surrogate";

    private PauseChecks() {}

    /**
     * @param port name of the port
     * @param device of it, which is there
     * @param pause flow control of the device; empty when the driver does not tell
     * @param reads whether the role of the switch reads PAUSE and PFC
     * @return one finding
     */
    static Finding run(
            final String port,
            final DeviceFacts device,
            final Optional<Pause> pause,
            final boolean reads) {
        final String check = "port " + port + " (" + device.name() + "): PAUSE";
        final String then = reads ? "role " + ROLE + " stops their classes" : "the role drops them";
        if (device.veth()) {
            return Finding.ok(check, "veth hands PAUSE and PFC up; " + then);
        }
        if (pause.isEmpty()) {
            return Finding.ok(
                    check,
                    "the driver does not tell; if the device hands PAUSE and PFC up, " + then);
        }
        if (pause.get().obeys()) {
            return Finding.ok(
                    check,
                    "the device obeys PAUSE (rx on) and hands none up; the switch sees a port"
                            + " without room");
        }
        final String found =
                "the device does not obey PAUSE (rx off), and most devices hand none up";
        return reads
                ? Finding.warn(
                        check,
                        found,
                        "ethtool -A " + device.name() + " rx on, if neighbours send it")
                : Finding.ok(check, found);
    }
}
