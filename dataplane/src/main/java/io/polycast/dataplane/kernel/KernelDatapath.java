package io.polycast.dataplane.kernel;

import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.PipelineConfig.Datapath;
import io.polycast.dataplane.config.PipelineConfig.VerifyIcrc;
import io.polycast.dataplane.config.PortConfig;
import io.polycast.dataplane.opening.ApplianceException;
import io.polycast.dataplane.opening.PortOpener;
import io.polycast.parser.kernel.KernelTable;
import io.polycast.xdp.kernel.KernelReplication;
import io.polycast.xdp.kernel.ProgramEnding;
import io.polycast.xdp.kernel.ShardHost;
import io.polycast.xdp.port.PortSpec;
import io.polycast.xdp.sys.HostFacts;
import io.polycast.xdp.sys.SysException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.agrona.CloseHelper;
import org.agrona.ErrorHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The switch's kernel datapath, or the reason why there is none. All shards share one table; words
 * are each shard's own. A helper thread makes slow calls to the kernel. The control thread reads
 * the kernel's notices about devices, and shards read its latest picture of them.
 */
public final class KernelDatapath implements ShardHost, AutoCloseable {
    /**
     * Heartbeat times after which groups stop without a heartbeat. Until then only answers are
     * missing, and a thread that had to wait for its processor should cost no data.
     */
    private static final int SILENCE_BEATS = 10;

    private static final Logger LOG = LoggerFactory.getLogger(KernelDatapath.class);

    private final KernelReplication replication;

    /** Held while the kernel is asked about devices, for which it may take its time: no shard does. */
    private final Object asking = new Object();

    private final String absence;
    private final boolean refusedByKernel;
    private final List<PortConfig> ports;
    private volatile String[] refusals;
    private volatile String[] egressRefusals;
    private volatile int refusalVersion;

    /** From {@link #startHelper} on, before there is a packet's thread. */
    private KernelHelper helper;

    private KernelDatapath(
            final KernelReplication replication,
            final String absence,
            final boolean refusedByKernel,
            final List<PortConfig> ports) {
        this.replication = replication;
        this.refusedByKernel = refusedByKernel;
        this.absence = absence;
        this.ports = ports;
        refusals = new String[ports.size()];
        egressRefusals = new String[ports.size()];
    }

    /**
     * Makes the table and programs, before the ports are opened.
     *
     * @throws ApplianceException when the configuration demands them and they cannot be
     */
    public static KernelDatapath open(final Configuration configuration, final PortOpener opener)
            throws ApplianceException {
        final Datapath wanted = configuration.pipeline().datapath();
        final String against = against(configuration, opener);
        if (against != null) {
            if (wanted == Datapath.KERNEL) {
                throw missing(against, null);
            }
            return new KernelDatapath(null, against, false, configuration.ports());
        }
        final List<PortSpec> specs = configuration.ports().stream().map(PortConfig::spec).toList();
        try {
            return new KernelDatapath(
                    KernelReplication.open(
                            configuration.kernel().groups(),
                            specs,
                            configuration.identity().mac(),
                            SILENCE_BEATS * configuration.kernel().heartbeatNs(),
                            configuration.kernel().pauseNs()),
                    null,
                    false,
                    configuration.ports());
        } catch (final SysException e) {
            LOG.debug("{}; the verifier's log:\n{}", e.getMessage(), e.log());
            final String why = e.getMessage() + lacking();
            if (wanted == Datapath.KERNEL) {
                throw missing(why, e);
            }
            return new KernelDatapath(
                    null, "the kernel refuses: " + why, true, configuration.ports());
        }
    }

    /** The verifier names what a program does, not the right that it would take. */
    private static String lacking() {
        return HostFacts.read().loadsKernelDatapath()
                ? ""
                : "; CAP_PERFMON is missing, which etc/polycast.service grants";
    }

    /** Reason against the kernel datapath that does not depend on the kernel, or null. */
    private static String against(final Configuration configuration, final PortOpener opener) {
        if (configuration.pipeline().datapath() == Datapath.USER) {
            return "datapath: user is configured";
        }
        if (configuration.kernel().groups() == 0) {
            return "role " + configuration.role().name() + " has no kernel datapath";
        }
        if (configuration.pipeline().verifyIcrc() == VerifyIcrc.ALL) {
            return "verifyIcrc: all";
        }
        if (configuration.ports().stream().noneMatch(PortConfig::isAfXdp)) {
            return "no port is of driver af_xdp";
        }
        return opener.servesKernel() ? null : "faults are injected at the ports";
    }

    private static ApplianceException missing(final String why, final Exception cause) {
        return new ApplianceException(
                ApplianceException.MISSING,
                "datapath: kernel cannot serve: "
                        + why
                        + "; write datapath: auto, which serves such groups in user space",
                cause);
    }

    /** Null where there is no kernel datapath. */
    public KernelReplication replication() {
        return replication;
    }

    /** Why no group can be served by the kernel, or null when groups can. */
    public String absence() {
        return absence;
    }

    /** Whether it was tried, and the kernel would not. */
    public boolean isRefusedByKernel() {
        return refusedByKernel;
    }

    /**
     * Once the ports are open.
     *
     * @throws ApplianceException when the configuration demands the kernel and no port can serve
     */
    public void onPortsOpen(final Datapath wanted) throws ApplianceException {
        if (replication == null) {
            return;
        }
        poll();
        final StringBuilder why = new StringBuilder();
        for (int port = 0; port < ports.size(); port++) {
            final String against = refusals[port] == null ? egressRefusals[port] : refusals[port];
            if (against == null) {
                return;
            }
            why.append(port == 0 ? "" : ", ").append(against);
        }
        if (wanted == Datapath.KERNEL) {
            throw missing("no port can (" + why + ')', null);
        }
    }

    /** Reads the kernel's notices; by any thread but those of packets. */
    public void poll() {
        synchronized (asking) {
            if (replication == null) {
                return;
            }
            final boolean changed = replication.poll();
            if (changed || refusalVersion == 0) {
                final String[] next = new String[ports.size()];
                final String[] nextEgress = new String[ports.size()];
                for (int port = 0; port < next.length; port++) {
                    next[port] = named(port, replication.refusal(port));
                    nextEgress[port] = named(port, replication.egressRefusal(port));
                }
                refusals = next;
                egressRefusals = nextEgress;
                refusalVersion++;
            }
        }
    }

    private String named(final int port, final String refusal) {
        return refusal == null ? null : ports.get(port).name() + ": " + refusal;
    }

    /** A shard's view, or null where there is no kernel datapath. */
    public KernelTable table() {
        return replication == null ? null : replication.shard(this);
    }

    @Override
    public String refusal(final int port) {
        return refusals[port];
    }

    @Override
    public String egressRefusal(final int port) {
        return egressRefusals[port];
    }

    @Override
    public int refusalVersion() {
        return refusalVersion;
    }

    /** How frames ended in the kernel's programs, by name; empty where there are none. */
    public Map<String, Long> dispositions() {
        final Map<String, Long> named = new LinkedHashMap<>();
        if (replication != null) {
            final long[] counts;
            synchronized (asking) {
                counts = replication.dispositions();
            }
            for (final ProgramEnding counter : ProgramEnding.values()) {
                named.put(
                        counter.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                        counts[counter.ordinal()]);
            }
            named.put("lost", ProgramEnding.lost(counts));
        }
        return named;
    }

    /** Before the packets' threads; in the network namespace of the devices. */
    public void startHelper(final ErrorHandler failure) {
        if (replication != null) {
            helper = KernelHelper.start(replication::prepare, failure);
        }
    }

    @Override
    public void wakeHelper() {
        helper.wake();
    }

    @Override
    public void close() {
        CloseHelper.close(helper);
        synchronized (asking) {
            CloseHelper.close(replication);
        }
    }
}
