package io.polycast.dataplane.kernel;

import io.polycast.dataplane.config.Addresses;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.KernelConfig;
import io.polycast.dataplane.config.KernelConfig.WhenSilent;
import io.polycast.dataplane.config.PortConfig;
import io.polycast.dataplane.groups.GroupOrigin;
import io.polycast.dataplane.groups.GroupSubscriber;
import io.polycast.dataplane.opening.ApplianceException;
import io.polycast.mft.spec.GroupChange;
import io.polycast.xdp.afxdp.program.SilenceGuard;
import io.polycast.xdp.kernel.KernelReplication;
import io.polycast.xdp.sys.Link;
import io.polycast.xdp.sys.NetDevice;
import io.polycast.xdp.sys.SysException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import org.agrona.CloseHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The switch's sign of life for its programs in the kernel. Every packet thread beats in each duty cycle, and
 * the first thread passes on the oldest beat. If one thread hangs, the switch counts as silent. A switch
 * without wires and without kernel datapath does not beat.
 */
public final class Heartbeat implements GroupSubscriber, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);
    private static final long TAKES_REDIRECTED = 4; // NETDEV_XDP_ACT_NDO_XMIT

    /** A beat's distance from the next, in words: threads do not share cache lines. */
    private static final int STRIDE = 16;

    private static final String RECORD_REMEDY =
            "; should this process be killed, a start without CAP_SYS_ADMIN does not know its"
                + " wires' programs: ip link set dev DEVICE xdp off for each wire's devices then";

    private final SilenceGuard guard;
    private final Path programs;
    private KernelReplication replication;
    private AtomicLongArray beats = new AtomicLongArray(0);
    private int threads;

    private Heartbeat(final SilenceGuard guard, final Path programs) {
        this.guard = guard;
        this.programs = programs;
    }

    public static Heartbeat open(final Configuration configuration, final Path programs)
            throws ApplianceException {
        boolean wanted = false;
        for (int i = 0; i < configuration.ports().size(); i++) {
            wanted |= peerDevice(configuration, i) != null;
        }
        if (!wanted) {
            return new Heartbeat(null, programs);
        }
        final KernelConfig kernel = configuration.kernel();
        try {
            return new Heartbeat(
                    new SilenceGuard(
                            kernel.whenSilent() == WhenSilent.OPEN,
                            kernel.heartbeatNs(),
                            configuration.limits().tables().maxGroups()
                                    * configuration.pipeline().shards(),
                            configuration.identity().mcstPrefix6(),
                            programs),
                    programs);
        } catch (final SysException | IOException e) {
            throw new ApplianceException(
                    ApplianceException.MISSING,
                    "the wires' programs cannot be made ready: "
                            + e.getMessage()
                            + "; AF_XDP needs CAP_NET_RAW, CAP_NET_ADMIN and CAP_BPF, and "
                            + programs
                            + " must be writable; driver af_packet needs no programs",
                    e);
        }
    }

    /** The device at the other end of a wire, when both ends are of driver af_xdp; else null. */
    public static String peerDevice(final Configuration configuration, final int port) {
        final int other = configuration.wirePeers()[port];
        return other < 0
                        || !configuration.ports().get(port).isAfXdp()
                        || !configuration.ports().get(other).isAfXdp()
                ? null
                : configuration.ports().get(other).device();
    }

    public SilenceGuard guard() {
        return guard;
    }

    /** Beats for the kernel datapath as well; before the threads start. */
    public void beatFor(final KernelReplication replicating) {
        replication = replicating;
    }

    /** Whether any program reads the heartbeat. */
    public boolean isWanted() {
        return guard != null || replication != null;
    }

    /** Before the threads start: all count as silent until each has beaten once. */
    public void expect(final int threadCount) {
        threads = threadCount;
        beats = new AtomicLongArray(threadCount * STRIDE);
    }

    /**
     * A thread's sign of life; thread 0 is the one that reads.
     *
     * @param nowNs {@link System#nanoTime}, which on Linux is the kernel's monotonic clock
     */
    public void beat(final int thread, final long nowNs) {
        if (thread != 0) {
            beats.lazySet(thread * STRIDE, nowNs);
            return;
        }
        long oldest = nowNs;
        for (int i = 1; i < threads; i++) {
            oldest = Math.min(oldest, beats.get(i * STRIDE));
        }
        if (guard != null) {
            guard.beat(oldest);
        }
        if (replication != null) {
            replication.beat(oldest);
        }
    }

    @Override
    public void started(final int mcstId, final GroupOrigin origin, final int paths) {
        guardGroup(mcstId);
    }

    @Override
    public void set(
            final int mcstId, final GroupOrigin origin, final GroupChange change, final int paths) {
        guardGroup(mcstId);
    }

    private void guardGroup(final int mcstId) {
        if (guard != null) {
            try {
                guard.addGroup(mcstId);
            } catch (final SysException e) {
                LOG.warn(
                        "group {} is not known to the wires' programs ({}): should the switch fall"
                                + " silent, its frames cross",
                        Addresses.formatQuad(mcstId),
                        e.getMessage());
            }
        }
    }

    @Override
    public void gone(final int mcstId) {
        if (guard != null) {
            guard.removeGroup(mcstId);
        }
    }

    /** The wires' programs stay on their devices: a successor follows, or the switch broke. */
    public void leavePrograms() {
        if (guard != null) {
            guard.leavePrograms();
        }
    }

    /** Lines on the record of the wires' programs; asked when all ports are open. */
    public List<String> recordWarnings() {
        final List<String> lines = new ArrayList<>();
        if (guard != null && guard.damage() != null) {
            lines.add(
                    "record of the wires' programs "
                            + programs
                            + ": "
                            + guard.damage()
                            + " damaged and left out; a program that an earlier process left is"
                            + " found by its name, which needs CAP_SYS_ADMIN");
        }
        if (guard != null && guard.unwritten() != null) {
            lines.add(
                    "record of the wires' programs "
                            + programs
                            + " cannot be written ("
                            + guard.unwritten()
                            + ")"
                            + RECORD_REMEDY);
        }
        return lines;
    }

    /** Lines on devices that lose what the kernel would send them; asked when all ports are open. */
    public static List<String> warnings(final Configuration configuration) {
        final List<String> lines = new ArrayList<>();
        for (int i = 0; i < configuration.ports().size(); i++) {
            if (configuration.kernel().whenSilent() == WhenSilent.OPEN
                    && peerDevice(configuration, i) != null) {
                final PortConfig port = configuration.ports().get(i);
                final long features = Link.xdpFeatures(new NetDevice(port.device()).index());
                if (features >= 0 && (features & TAKES_REDIRECTED) == 0) {
                    lines.add(
                            "port "
                                    + port.name()
                                    + ": device "
                                    + port.device()
                                    + " takes no frames from another device's program: while the"
                                    + " switch is silent its wire loses all of them; on a veth's"
                                    + " other end: ethtool -K DEVICE gro on");
                }
            }
        }
        return lines;
    }

    @Override
    public void close() {
        CloseHelper.close(guard);
    }
}
