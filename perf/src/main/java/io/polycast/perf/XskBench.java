package io.polycast.perf;

import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.ExitCode;
import io.polycast.cli.console.Subcommand;
import io.polycast.xdp.afxdp.AfXdpSpec;
import io.polycast.xdp.afxdp.program.XdpMode;
import io.polycast.xdp.open.Ports;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import io.polycast.xdp.port.PortException;
import io.polycast.xdp.port.PortId;
import io.polycast.xdp.port.PortSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.agrona.CloseHelper;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Rate of AF_XDP on these devices without an engine: the ceiling of a switch's rate. The same ports
 * as the switch's, one thread.
 */
@Command(
        name = "xsk",
        mixinStandardHelpOptions = true,
        description = "Measure the ceiling of AF_XDP ports, without an engine.")
final class XskBench extends Subcommand {
    private static final int CHUNK = 4096;
    private static final int MOST_SECONDS = 600;

    @Option(
            names = "--device",
            required = true,
            split = ",",
            description = "Devices in this network namespace, separated by commas.")
    private List<String> devices = List.of();

    @Option(names = "--ports", description = "Take the first N of the devices.")
    private int ports;

    @Option(names = "--size", description = "Bytes of a frame; default ${DEFAULT-VALUE}.")
    private int size = 1026;

    @Option(names = "--batch", description = "Frames a kick; default ${DEFAULT-VALUE}.")
    private int batch = 64;

    @Option(names = "--seconds", description = "Seconds of a run; default ${DEFAULT-VALUE}.")
    private int seconds = 2;

    @Option(names = "--runs", description = "Runs, after one to warm up; default ${DEFAULT-VALUE}.")
    private int runs = 5;

    @Option(names = "--ring", description = "Entries of each ring; default ${DEFAULT-VALUE}.")
    private int ring = PortSpec.DEFAULT_RING_SIZE;

    @Option(
            names = "--load",
            description =
                    "shared: the same chunk leaves on all ports; own: each copy is written into a"
                            + " chunk of its own first; receive: frames are taken and given back."
                            + " Default ${DEFAULT-VALUE}.")
    private XskLoad.Kind load = XskLoad.Kind.SHARED;

    @Override
    public Integer call() {
        final List<String> names = ports > 0 ? first() : devices;
        if (size < 60 || size > CHUNK - FrameMemory.HEADROOM) {
            throw wrongUsage("--size " + size + " is not in [60, 3840]");
        }
        if (batch < 1 || batch > ring) {
            throw wrongUsage("--batch " + batch + " is not in [1, --ring " + ring + "]");
        }
        if (seconds < 1 || seconds > MOST_SECONDS || runs < 1) {
            throw wrongUsage("--seconds is in [1, " + MOST_SECONDS + "], --runs at least 1");
        }
        if (Integer.bitCount(ring) != 1 || ring < 64 || ring > 16_384) {
            throw wrongUsage("--ring " + ring + " is not a power of two in [64, 16384]");
        }
        final List<PortSpec> specs = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            specs.add(new AfXdpSpec(names.get(i), AfXdpSpec.ALL_QUEUES, ring, XdpMode.AUTO));
        }
        final FrameMemory memory = Ports.memory(specs, CHUNK, batch);
        final List<Port> open = new ArrayList<>();
        try {
            for (int i = 0; i < specs.size(); i++) {
                open.add(specs.get(i).open(new PortId(i, names.get(i)), memory));
            }
            report(new XskLoad(load, open, memory, size, batch), open, names);
        } catch (final PortException e) {
            throw new CommandFailedException(
                    e.kind() == PortException.Kind.USAGE ? ExitCode.USAGE : ExitCode.MISSING,
                    e.getMessage(),
                    e);
        } finally {
            CloseHelper.closeAll(open);
        }
        return ExitCode.DONE;
    }

    private List<String> first() {
        if (ports > devices.size()) {
            throw wrongUsage(
                    "--ports " + ports + " > the " + devices.size() + " devices of --device");
        }
        return devices.subList(0, ports);
    }

    private void report(final XskLoad work, final List<Port> open, final List<String> names) {
        work.run(seconds);
        final double[] rates = new double[runs];
        for (int i = 0; i < runs; i++) {
            rates[i] = work.run(seconds);
        }
        Arrays.sort(rates);
        final double median = (rates[(runs - 1) / 2] + rates[runs / 2]) / 2;
        if (json()) {
            final Map<String, Object> document = new LinkedHashMap<>();
            document.put("load", load.name().toLowerCase(Locale.ROOT));
            document.put("devices", names);
            document.put("mode", open.get(0).mode());
            document.put("size", size);
            document.put("batch", batch);
            document.put("ring", ring);
            document.put("runs", runs);
            document.put("frames_per_s", median);
            document.put("least", rates[0]);
            document.put("most", rates[runs - 1]);
            document.put("ns_per_frame", median == 0 ? null : 1e9 / median);
            printJson(document);
        } else {
            console()
                    .out()
                    .printf(
                            Locale.ROOT,
                            "%s, %d B, batch %d, %d ports (%s): %.3f M frames/s (%.3f to %.3f),"
                                    + " %.0f ns a frame, %.2f Gb/s%n",
                            load.name().toLowerCase(Locale.ROOT),
                            size,
                            batch,
                            names.size(),
                            open.get(0).mode(),
                            median / 1e6,
                            rates[0] / 1e6,
                            rates[runs - 1] / 1e6,
                            1e9 / median,
                            median * size * Byte.SIZE / 1e9);
        }
    }
}
