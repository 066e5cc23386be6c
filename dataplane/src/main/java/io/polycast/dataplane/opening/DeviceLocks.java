package io.polycast.dataplane.opening;

import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.PortConfig;
import io.polycast.xdp.sys.DeviceLock;
import io.polycast.xdp.sys.NetDevice;
import io.polycast.xdp.sys.SysException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.CloseHelper;

/**
 * A switch's rights to its devices, held before it changes one of them. Two switches on one device
 * take frames from one another with AF_XDP, and both forward each frame with packet sockets.
 */
public final class DeviceLocks implements AutoCloseable {
    /** A process that was just killed may not have let go yet. */
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(2);

    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(1);

    /** By index of the device: several names may be one device's. */
    private final Map<Integer, PortConfig> wanted = new LinkedHashMap<>();

    private final List<DeviceLock> held = new ArrayList<>();

    /** One that is not there has no lock; to open it is refused. */
    public DeviceLocks(final Configuration configuration) {
        for (final PortConfig port : configuration.ports()) {
            if (port.device() != null) {
                final int index = new NetDevice(port.device()).index();
                if (index != 0) {
                    wanted.putIfAbsent(index, port);
                }
            }
        }
    }

    /**
     * Takes the locks that are free, before a predecessor is asked to end.
     *
     * @param predecessor process that will release its locks, or {@link DeviceLock#NOBODY}
     * @throws ApplianceException when another process holds a device
     */
    public void takeAllBut(final long predecessor) throws ApplianceException {
        take(predecessor, PATIENCE_NS);
    }

    /**
     * Takes the locks that the predecessor still held.
     *
     * @param patienceNs how long it may take to let go
     * @throws ApplianceException when a process holds a device
     */
    public void takeRest(final long patienceNs) throws ApplianceException {
        take(DeviceLock.NOBODY, patienceNs);
    }

    private void take(final long predecessor, final long patienceNs) throws ApplianceException {
        final long startNs = System.nanoTime();
        for (final Map.Entry<Integer, PortConfig> each : List.copyOf(wanted.entrySet())) {
            final int index = each.getKey();
            if (take(index, each.getValue())) {
                continue;
            }
            // Asked once: each question waits at the owner until it looks, and it has room for
            // some.
            final long owner = DeviceLock.owner(index);
            if (predecessor != DeviceLock.NOBODY
                    && (owner == predecessor || owner == DeviceLock.UNKNOWN)) {
                continue;
            }
            while (!take(index, each.getValue())) {
                if (System.nanoTime() - startNs >= patienceNs) {
                    throw refusal(index, each.getValue(), owner);
                }
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
    }

    private boolean take(final int index, final PortConfig port) throws ApplianceException {
        final Optional<DeviceLock> taken;
        try {
            taken = DeviceLock.take(index);
        } catch (final SysException e) {
            throw new ApplianceException(
                    ApplianceException.MISSING,
                    "port "
                            + port.name()
                            + ": device "
                            + port.device()
                            + " cannot be locked against other switches ("
                            + e.getMessage()
                            + "); the process needs Unix sockets",
                    e);
        }
        taken.ifPresent(held::add);
        if (taken.isPresent()) {
            wanted.remove(index);
        }
        return taken.isPresent();
    }

    private static ApplianceException refusal(
            final int index, final PortConfig port, final long owner) {
        return new ApplianceException(
                ApplianceException.MISSING,
                "port "
                        + port.name()
                        + ": device "
                        + port.device()
                        + " is in use by "
                        + (owner > 0
                                ? "process " + owner
                                : "a process that is not seen from here (ss -xlp, "
                                        + DeviceLock.name(index)
                                        + ")")
                        + " (another switch), which goes on; end that one"
                        + (owner > 0 ? " (kill " + owner + ")" : "")
                        + ", or take over from it: polycast run --replace with its control.socket",
                null);
    }

    /** Answers those who have asked whose the devices are; now and then. */
    public void hear() {
        held.forEach(DeviceLock::hear);
    }

    @Override
    public void close() {
        CloseHelper.closeAll(held);
        held.clear();
    }
}
