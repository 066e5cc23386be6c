package io.polycast.xdp.dpdk;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Arguments with which the environment abstraction layer (EAL) is started. */
public final class EalArguments {
    /** When a configuration says nothing: no huge pages, 1 GiB. */
    public static final List<String> DEFAULT = List.of("--no-huge", "-m", "1024");

    private static final Pattern PCI_DEVICE =
            Pattern.compile(
                    "(pci:)?([0-9A-Fa-f]{4,8}:)?[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\\.[0-7](,.*)?");

    private EalArguments() {}

    /**
     * @param devargs of a device
     * @return whether they name a PCI address
     */
    public static boolean isPci(final String devargs) {
        return PCI_DEVICE.matcher(devargs).matches();
    }

    /**
     * Says which PCI devices DPDK may touch, unless that was said: those of the ports, or none.
     * Otherwise DPDK would take every device that a poll-mode driver can drive.
     *
     * @param given arguments of the configuration
     * @param devices devargs of all ports
     * @return the arguments with what is missing
     */
    public static List<String> forDevices(final List<String> given, final List<String> devices) {
        final List<String> arguments = new ArrayList<>(given);
        if (isGiven(given, "-a", "--allow", "-b", "--block", "--no-pci")) {
            return arguments;
        }
        final List<String> pci = devices.stream().filter(EalArguments::isPci).toList();
        if (pci.isEmpty()) {
            arguments.add("--no-pci");
        }
        pci.forEach(each -> arguments.add("--allow=" + each.replaceFirst("^pci:", "")));
        return arguments;
    }

    /**
     * Adds what this process needs: the calling thread stays on the processors that it has, nothing
     * is shared with other processes, no thread serves telemetry, and only warnings are printed.
     *
     * @param given arguments of the configuration
     * @param processors that the calling thread may run on, such as 0-3,6
     * @return argv, the program's name first
     */
    static List<String> complete(final List<String> given, final String processors) {
        final List<String> arguments = new ArrayList<>();
        arguments.add("polycast");
        if (!isGiven(given, "--lcores", "-l", "-c")) {
            arguments.add("--lcores=0@(" + processors + ")");
        }
        if (!isGiven(given, "--file-prefix")) {
            arguments.add("--file-prefix=polycast");
        }
        if (!isGiven(given, "--in-memory", "--no-shconf", "--proc-type")) {
            // Legacy memory, which --no-huge implies, excludes --in-memory.
            arguments.add(
                    isGiven(given, "--no-huge", "--legacy-mem") ? "--no-shconf" : "--in-memory");
        }
        if (!isGiven(given, "--telemetry", "--no-telemetry")) {
            arguments.add("--no-telemetry");
        }
        if (!isGiven(given, "--log-level")) {
            arguments.add("--log-level=warning");
        }
        arguments.addAll(given);
        return arguments;
    }

    private static boolean isGiven(final List<String> arguments, final String... options) {
        for (final String option : options) {
            for (final String each : arguments) {
                final boolean isLong = option.startsWith("--");
                if (isLong
                        ? each.equals(option) || each.startsWith(option + "=")
                        : each.startsWith(option) && !each.startsWith("--")) {
                    return true;
                }
            }
        }
        return false;
    }
}
