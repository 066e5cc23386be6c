package io.polycast.perf.command;

import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.ExitCode;
import io.polycast.dataplane.config.Addresses;
import io.polycast.dataplane.yaml.BadValueException;
import io.polycast.perf.latency.DeviceWire;
import io.polycast.perf.latency.Endpoint;
import io.polycast.perf.latency.LatencyReport;
import io.polycast.perf.latency.LatencyReport.Percentiles;
import io.polycast.perf.latency.LatencyRun;
import io.polycast.perf.latency.MemoryWire;
import io.polycast.perf.latency.Schedule;
import io.polycast.perf.latency.Wire;
import io.polycast.perf.rig.DataFrame;
import io.polycast.perf.rig.RigShape;
import io.polycast.xdp.port.PortException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.SystemNanoClock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code polycast bench latency}. */
@Command(
        name = "latency",
        description = {
            "Latency under open-loop load, counted from the time at which each packet was to be"
                    + " sent.",
            "Without devices: through a switch of memory ports in this process. With them: through"
                    + " whatever is between them."
        },
        footer = {
            "",
            "Exit codes: 0 done, 1 copies were lost and --no-loss was given, 2 wrong usage, 3 a"
                    + " device or capability is missing."
        },
        sortOptions = false)
public final class LatencyCommand extends BenchCommand {
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    private static final double HALF = 0.5;

    @Option(
            names = "--source",
            paramLabel = "[NETNS/]DEVICE",
            description = "Device to send from, in a network namespace of ip netns or in this one.")
    private String source;

    @Option(
            names = "--sink",
            paramLabel = "[NETNS/]DEVICE",
            description =
                    "Device to receive one copy of each packet at; may be given several times.")
    private List<String> sinks = List.of();

    @Option(
            names = "--io",
            paramLabel = "DRIVER",
            defaultValue = "af_packet",
            description =
                    "What serves the devices: af_packet or af_xdp (default: ${DEFAULT-VALUE}).")
    private String io;

    @Option(
            names = "--rate",
            paramLabel = "PPS",
            description = "Packets a second; with devices it must be given.")
    private Double rate;

    @Option(
            names = "--load",
            paramLabel = "FRACTION",
            description =
                    "Instead of --rate: part of what the switch in this process takes at most,"
                            + " which is measured first; 0.5 when neither is given.")
    private Double load;

    @Option(
            names = "--size",
            paramLabel = "BYTES",
            defaultValue = "1026",
            description =
                    "Of a frame without FCS: 58 and a multiple of 4, at least 66"
                            + " (default: ${DEFAULT-VALUE}).")
    private int size;

    @Option(
            names = "--seconds",
            defaultValue = "10",
            description = "Measured time (default: ${DEFAULT-VALUE}).")
    private double seconds;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            defaultValue = "3",
            description = "Time before it that does not count (default: ${DEFAULT-VALUE}).")
    private double warmUp;

    @Option(names = "--poisson", description = "Random gaps, as of many sources, not equal ones.")
    private boolean poisson;

    @Option(
            names = "--seed",
            defaultValue = "1",
            description = "Of the random gaps (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--threading",
            defaultValue = "fused",
            description =
                    "Of the switch in this process: staged or fused (default: ${DEFAULT-VALUE}).")
    private String threading;

    @Option(
            names = "--fanout",
            defaultValue = "3",
            description = "Receivers in this process, 1 to 63 (default: ${DEFAULT-VALUE}).")
    private int fanout;

    @Option(
            names = "--ack-every",
            paramLabel = "PACKETS",
            defaultValue = "0",
            description =
                    "Packets after which receivers in this process answer; 0: never"
                            + " (default: ${DEFAULT-VALUE}).")
    private int ackEvery;

    @Option(
            names = "--group",
            paramLabel = "ADDRESS",
            defaultValue = "10.255.0.1",
            description = "Destination of the packets, with devices (default: ${DEFAULT-VALUE}).")
    private String group;

    @Option(
            names = "--source-ip",
            paramLabel = "ADDRESS",
            defaultValue = "10.0.0.1",
            description = "Source of the packets, with devices (default: ${DEFAULT-VALUE}).")
    private String sourceIp;

    @Option(
            names = "--source-mac",
            paramLabel = "MAC",
            defaultValue = "02:00:00:00:01:00",
            description = "With devices (default: ${DEFAULT-VALUE}).")
    private String sourceMac;

    @Option(
            names = "--dest-mac",
            paramLabel = "MAC",
            defaultValue = "02:00:00:00:00:fe",
            description = "With devices (default: ${DEFAULT-VALUE}).")
    private String destMac;

    @Option(
            names = "--first-psn",
            paramLabel = "PSN",
            defaultValue = "0",
            description = "Of the first packet, with devices (default: ${DEFAULT-VALUE}).")
    private int firstPsn;

    @Option(names = "--no-loss", description = "Fail when a copy is lost.")
    private boolean noLoss;

    @Override
    public Integer call() {
        check();
        final LatencyReport report;
        if (source == null) {
            try (MemoryWire wire =
                    new MemoryWire(
                            RigShape.of(threading, fanout, size - DataFrame.OVERHEAD, ackEvery))) {
                report = run(wire, rate == null ? load(wire) : rate);
            }
        } else {
            try (DeviceWire wire = devices()) {
                report = run(wire, rate);
            } catch (final PortException e) {
                throw new CommandFailedException(
                        e.kind() == PortException.Kind.USAGE ? ExitCode.USAGE : ExitCode.MISSING,
                        e.getMessage(),
                        e);
            }
        }
        final PrintWriter out = out();
        if (json()) {
            printJson(report);
        } else {
            print(out, report);
        }
        return noLoss && report.lost() > 0 ? ExitCode.FAILED : ExitCode.DONE;
    }

    private void check() {
        refuse(
                size < DataFrame.OVERHEAD + DataFrame.LEAST_PAYLOAD
                        || (size - DataFrame.OVERHEAD) % 4 != 0
                        || size > DataFrame.OVERHEAD + 4096,
                "--size " + size + " is not 58 and a multiple of 4, from 66 to 4154");
        refuse(!(seconds > 0) || !(warmUp >= 0), "--seconds and --warm-up are times");
        refuse(rate != null && (!(rate > 0) || rate > 1e8), "--rate is not in (0, 1e8]");
        refuse(load != null && (!(load > 0) || load > 2), "--load is not in (0, 2]");
        refuse(rate != null && load != null, "--rate and --load exclude each other");
        refuse(fanout < 1 || fanout > 63, "--fanout " + fanout + " is not in 1 to 63");
        refuse(ackEvery < 0 || ackEvery > 256, "--ack-every is not in 0 to 256");
        refuse(
                !threading.equals("staged") && !threading.equals("fused"),
                "--threading " + threading + " is none of staged, fused");
        refuse((source == null) != sinks.isEmpty(), "--source and --sink go together");
        refuse(source != null && rate == null, "--rate must be given with devices");
        refuse(firstPsn < 0 || firstPsn > 0xFF_FFFF, "--first-psn is not of 24 bits");
        refuse(
                !io.equals("af_packet") && !io.equals("af_xdp"),
                "--io " + io + " is none of af_packet, af_xdp");
    }

    private double load(final MemoryWire wire) {
        final double capacity = wire.capacity((long) (warmUp * SECOND_NS), SECOND_NS);
        return capacity * (load == null ? HALF : load);
    }

    private DeviceWire devices() throws PortException {
        try {
            final DataFrame frame =
                    new DataFrame(
                            Addresses.parseMac(sourceMac),
                            Addresses.parseMac(destMac),
                            ipv4(sourceIp),
                            ipv4(group),
                            size - DataFrame.OVERHEAD);
            return new DeviceWire(
                    DeviceWire.Driver.valueOf(io.toUpperCase(Locale.ROOT)),
                    Endpoint.parse(source),
                    sinks.stream().map(Endpoint::parse).toList(),
                    frame,
                    firstPsn);
        } catch (final IllegalArgumentException | BadValueException e) {
            throw new CommandFailedException(ExitCode.USAGE, e.getMessage(), e);
        }
    }

    private int ipv4(final String text) throws BadValueException {
        final byte[] bytes = Addresses.parseIp(text);
        refuse(bytes.length != Integer.BYTES, text + " is no IPv4 address");
        return Addresses.quad(bytes);
    }

    private LatencyReport run(final Wire wire, final double packetsPerSecond) {
        final Schedule schedule =
                poisson
                        ? Schedule.poisson(packetsPerSecond, seed)
                        : Schedule.constant(packetsPerSecond);
        return new LatencyRun(wire, schedule, packetsPerSecond, SystemNanoClock.INSTANCE)
                .run((long) (warmUp * SECOND_NS), (long) (seconds * SECOND_NS));
    }

    private static void print(final PrintWriter out, final LatencyReport report) {
        out.printf(
                "%,.0f packets/s: %,d packets, %,d copies, %,d lost, %,d foreign frames%n",
                report.rate(), report.sent(), report.copies(), report.lost(), report.foreign());
        print(out, "latency us ", report.latency());
        print(out, "send lag us", report.sendLag());
    }

    private static void print(final PrintWriter out, final String what, final Percentiles found) {
        out.printf(
                "%s  p50 %.1f  p90 %.1f  p99 %.1f  p99.9 %.1f  p99.99 %.1f  max %.1f%n",
                what,
                found.p50() / 1e3,
                found.p90() / 1e3,
                found.p99() / 1e3,
                found.p999() / 1e3,
                found.p9999() / 1e3,
                found.max() / 1e3);
    }
}
