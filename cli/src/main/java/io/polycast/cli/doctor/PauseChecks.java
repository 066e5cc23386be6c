package io.polycast.cli.doctor;

import io.polycast.xdp.afxdp.DeviceFacts;
import io.polycast.xdp.sys.NetDevice.Pause;
import io.polycast.xdp.sys.PfcState;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

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

    /**
     * @param port name of the port
     * @param device of it, which is there
     * @param state PFC of the device; empty when the driver does not tell
     * @param lossless classes that the role does not drop: bit n is class n
     * @return one finding
     */
    static Finding pfc(
            final String port,
            final DeviceFacts device,
            final Optional<PfcState> state,
            final int lossless) {
        final String check = "port " + port + " (" + device.name() + "): PFC";
        if (state.isEmpty()) {
            return Finding.ok(
                    check,
                    device.veth()
                            ? "veth has none of its own"
                            : "unknown: the driver does not tell (dcb pfc show)");
        }
        final int on = state.get().classes();
        final String found =
                on == 0
                        ? "the device obeys PFC of no class"
                        : "the device obeys PFC of class "
                                + classes(on)
                                + " and hands none of it up";
        final int missing = lossless & ~on;
        return missing == 0
                ? Finding.ok(check, found)
                : Finding.warn(
                        check,
                        found + ", but lossless names " + classes(missing),
                        "dcb pfc set dev "
                                + device.name()
                                + " prio-pfc"
                                + IntStream.range(0, Byte.SIZE)
                                        .filter(each -> (missing >>> each & 1) != 0)
                                        .mapToObj(each -> " " + each + ":on")
                                        .collect(Collectors.joining())
                                + ", if neighbours send it");
    }

    private static String classes(final int set) {
        return IntStream.range(0, Byte.SIZE)
                .filter(each -> (set >>> each & 1) != 0)
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(", "));
    }
}
