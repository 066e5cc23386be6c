package io.polycast.xdp.kernel;

import io.polycast.xdp.afxdp.AfXdpSpec;
import io.polycast.xdp.port.PortSpec;
import io.polycast.xdp.sys.DeviceWatch;
import io.polycast.xdp.sys.Link;
import io.polycast.xdp.sys.NetDevice;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Ports that can serve, and reasons why others cannot. */
final class PortStates {
    private static final String NATIVE = "native";

    private final DeviceWatch watch;
    private final boolean[] afXdp;
    private final String[] devices;
    private final int[] ifindex;
    private final int[] maxLength;
    private final String[] modes;
    private final String[] refusals;
    private final String[] egressRefusals;
    private boolean stale = true;

    PortStates(final List<? extends PortSpec> specs, final int ports, final DeviceWatch watch) {
        this.watch = watch;
        afXdp = new boolean[ports];
        devices = new String[ports];
        ifindex = new int[ports];
        maxLength = new int[ports];
        modes = new String[ports];
        refusals = new String[ports];
        egressRefusals = new String[ports];
        Arrays.fill(refusals, "no such port");
        for (int port = 0; port < specs.size(); port++) {
            if (specs.get(port) instanceof AfXdpSpec spec && spec.device() != null) {
                afXdp[port] = true;
                devices[port] = spec.device();
                ifindex[port] = new NetDevice(spec.device()).index();
            }
            refusals[port] = judge(port);
        }
    }

    boolean isAfXdp(final int port) {
        return afXdp[port];
    }

    int ifindex(final int port) {
        return ifindex[port];
    }

    /** Port on a device, or -1. */
    int portOf(final int device) {
        for (int port = 0; port < ifindex.length; port++) {
            if (afXdp[port] && ifindex[port] == device) {
                return port;
            }
        }
        return -1;
    }

    int maxLength(final int port) {
        return maxLength[port];
    }

    void attached(final int port, final String mode, final int longest) {
        modes[port] = mode;
        maxLength[port] = longest;
        stale = true;
    }

    void detached(final int port) {
        modes[port] = null;
        stale = true;
    }

    String refusal(final int port) {
        return port < 0 || port >= refusals.length ? "no such port" : refusals[port];
    }

    /** Why copies cannot leave by a port that is not refused for other reasons. */
    String egressRefusal(final int port) {
        return port < 0 || port >= refusals.length ? null : egressRefusals[port];
    }

    boolean poll() {
        if (!watch.changed() && !stale) {
            return false;
        }
        stale = false;
        boolean changed = false;
        for (int port = 0; port < refusals.length; port++) {
            final String now = judge(port);
            final String egress = now == null ? judgeEgress(port) : null;
            changed |= !Objects.equals(now, refusals[port]);
            changed |= !Objects.equals(egress, egressRefusals[port]);
            refusals[port] = now;
            egressRefusals[port] = egress;
        }
        return changed;
    }

    private String judge(final int port) {
        if (!afXdp[port]) {
            return "not an af_xdp port";
        }
        if (modes[port] == null) {
            return "not open";
        }
        if (!modes[port].startsWith(NATIVE)) {
            return "attached in generic mode";
        }
        if (!modes[port].equals(NATIVE)) {
            return "multi-buffer program";
        }
        return null;
    }

    private String judgeEgress(final int port) {
        final long features = watch.xdpFeatures(ifindex[port]);
        if (features < 0 && Link.query(ifindex[port]).isEmpty()) {
            return "device " + devices[port] + " has vanished";
        }
        if (features < 0) {
            return "the kernel does not tell what the device can do (Linux before 6.3)";
        }
        return (features & DeviceWatch.TAKES_REDIRECTED) == 0
                ? "device lacks NDO_XMIT: its peer has neither an XDP program nor GRO"
                : null;
    }
}
