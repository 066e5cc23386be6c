package io.polycast.perf.command;

import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.ExitCode;
import io.polycast.dataplane.config.Addresses;
import io.polycast.dataplane.yaml.BadValueException;
import io.polycast.perf.latency.Endpoint;
import io.polycast.perf.soak.DeviceHosts;
import io.polycast.xdp.port.PortException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code polycast bench soak}. */
@Command(
        name = "soak",
        description = {
            "Keeps a running switch busy: soft queue pairs behind devices of driver af_packet, one"
                    + " that sends and others that acknowledge and look at every byte.",
            "Host n, from 0, has IP 10.0.0.(n+1), MAC 02:00:00:00:00:(n+1) and QPN 256+n."
        },
        footer = {"", "scripts/soak runs it, and watches the switch."},
        sortOptions = false)
public final class SoakCommand extends BenchCommand {
    private static final Set<Integer> PATH_MTUS = new TreeSet<>(Set.of(256, 512, 1024, 2048));

    @Option(
            names = "--host",
            required = true,
            arity = "1",
            paramLabel = "[NETNS/]DEVICE",
            description = "A host's device; the first host sends. At least two.")
    private List<String> endpoints;

    @Option(names = "--group", required = true, description = "McstID, a dotted quad.")
    private String group;

    @Option(names = "--seconds", defaultValue = "60", description = "Default: ${DEFAULT-VALUE}.")
    private long seconds;

    @Option(
            names = "--mtu",
            paramLabel = "BYTES",
            defaultValue = "1024",
            description = "Payload of a packet (default: ${DEFAULT-VALUE}).")
    private int mtu;

    @Option(
            names = "--psn",
            defaultValue = "100",
            description = "First of all queue pairs (default: ${DEFAULT-VALUE}).")
    private int firstPsn;

    @Override
    public Integer call() {
        final List<Endpoint> parsed = hosts();
        final DeviceHosts.Plan plan = new DeviceHosts.Plan(group, mtu, firstPsn);
        final PrintWriter out = out();
        try (DeviceHosts hosts = new DeviceHosts(parsed, plan)) {
            out.println("{\"sending\":true}");
            out.flush();
            final long startNs = System.nanoTime();
            hosts.run(TimeUnit.SECONDS.toNanos(seconds));
            final double took = (System.nanoTime() - startNs) / 1e9;
            final Map<String, Object> document = new LinkedHashMap<>();
            document.put("seconds", took);
            document.put("messages", hosts.completed());
            document.put("goodput_bps", hosts.least() * Byte.SIZE / took);
            document.put("retransmitted", hosts.retransmitted());
            printJson(document);
            out.flush();
            return ExitCode.DONE;
        } catch (final PortException e) {
            throw new CommandFailedException(ExitCode.MISSING, e.getMessage(), e);
        } catch (final IllegalStateException e) {
            throw new CommandFailedException(ExitCode.FAILED, e.getMessage(), e);
        }
    }

    private List<Endpoint> hosts() {
        require(endpoints.size() > 1, "--host " + endpoints.get(0) + " is alone; name two or more");
        require(seconds > 0, "--seconds " + seconds + " is not above 0");
        require(PATH_MTUS.contains(mtu), "--mtu " + mtu + " is none of " + PATH_MTUS);
        require(firstPsn >>> 24 == 0, "--psn " + firstPsn + " has more than 24 bits");
        try {
            Addresses.parseIp(group);
            return endpoints.stream().map(Endpoint::parse).toList();
        } catch (final IllegalArgumentException | BadValueException e) {
            throw new CommandFailedException(ExitCode.USAGE, e.getMessage(), e);
        }
    }

    private static void require(final boolean holds, final String otherwise) {
        if (!holds) {
            throw new CommandFailedException(ExitCode.USAGE, otherwise);
        }
    }
}
