package io.polycast.xdp.dpdk;

import io.polycast.xdp.port.PortException;
import io.polycast.xdp.sys.Sys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/** DPDK's environment: started once per process, by the first port, and never stopped. */
final class Eal {
    private static final String PROCESSORS = "Cpus_allowed_list:";

    /** EAL keeps pointers into its arguments. */
    private static final List<UnsafeBuffer> KEPT = new ArrayList<>();

    private static List<String> started;
    private static PortException refusal;

    private Eal() {}

    /**
     * Starts it, or sees that it runs as asked.
     *
     * @param port name of the port, for messages
     * @param natives libraries
     * @param given arguments of the configuration
     * @throws PortException when it does not start, or runs with other arguments
     */
    static synchronized void start(
            final String port, final Natives natives, final List<String> given)
            throws PortException {
        if (refusal != null) {
            throw refusal;
        }
        if (started == null) {
            final List<String> arguments = EalArguments.complete(given, processors());
            if (natives.functions().rte_eal_init(arguments.size(), argv(arguments)) < 0) {
                // The state after a failed start is undefined: no second attempt.
                refusal =
                        new PortException(
                                PortException.Kind.DEVICE,
                                "port "
                                        + port
                                        + ": DPDK does not start with "
                                        + String.join(" ", arguments)
                                        + ": "
                                        + natives.lastError()
                                        + "; its lines above say why; change dpdk.eal");
                throw refusal;
            }
            started = List.copyOf(given);
        } else if (!started.equals(given)) {
            throw new PortException(
                    PortException.Kind.USAGE,
                    "port "
                            + port
                            + ": DPDK runs in this process with "
                            + String.join(" ", started)
                            + "; all switches of one process share dpdk.eal");
        }
    }

    private static long argv(final List<String> arguments) {
        final UnsafeBuffer pointers = Sys.allocate((arguments.size() + 1) * Long.BYTES);
        KEPT.add(pointers);
        for (int i = 0; i < arguments.size(); i++) {
            final UnsafeBuffer argument = Sys.cString(arguments.get(i));
            KEPT.add(argument);
            pointers.putLong(i * Long.BYTES, argument.addressOffset());
        }
        return pointers.addressOffset();
    }

    /** EAL pins the thread that starts it, and with it all threads that this one starts later. */
    private static String processors() {
        try {
            for (final String line : Files.readAllLines(Path.of("/proc/thread-self/status"))) {
                if (line.startsWith(PROCESSORS)) {
                    return line.substring(PROCESSORS.length()).strip();
                }
            }
        } catch (final IOException ex) {
            throw new UncheckedIOException("cannot read /proc/thread-self/status", ex);
        }
        throw new IllegalStateException("/proc/thread-self/status has no " + PROCESSORS);
    }
}
