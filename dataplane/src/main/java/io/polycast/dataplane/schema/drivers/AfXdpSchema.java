package io.polycast.dataplane.schema.drivers;

import io.polycast.dataplane.schema.types.Types;
import io.polycast.dataplane.yaml.Choice;
import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.NumberType;
import io.polycast.dataplane.yaml.Values;
import io.polycast.xdp.afxdp.AfXdpSpec;
import io.polycast.xdp.afxdp.program.XdpMode;
import io.polycast.xdp.afxdp.socket.XskOptions;
import io.polycast.xdp.afxdp.socket.XskOptions.Wish;
import java.util.List;

/** Ports of driver af_xdp. */
public final class AfXdpSchema {
    /** Receive queues that a port asks for; null for all. */
    public static final Key<Long> QUEUES =
            Key.absent(
                    "queues",
                    NumberType.range(1, 64),
                    "all",
                    "Receive queues of the device, when their number must be this.");

    private static final Key<XdpMode> MODE =
            Key.optional(
                    "mode",
                    Choice.of(XdpMode.class),
                    XdpMode.AUTO,
                    "How the XDP program is attached; auto is native, else generic.");
    private static final Key<Wish> ZERO_COPY =
            Key.optional(
                    "zeroCopy",
                    Choice.of(Wish.class),
                    Wish.AUTO,
                    "Whether the device reads and writes frames where they lie: auto when its"
                            + " driver can, on refuses to start when it cannot.");
    private static final Key<Wish> GATHER =
            Key.optional(
                    "gather",
                    Choice.of(Wish.class),
                    Wish.AUTO,
                    "Whether a copy leaves as its headers and the received payload, in several"
                            + " buffers; auto with zero-copy only, since in copy mode it costs"
                            + " more than it saves.");
    private static final Key<Long> BUSY_POLL =
            Key.optional(
                    "busyPoll",
                    Types.duration(0, 100_000_000L),
                    0L,
                    "Time for which the receiving thread polls the driver itself when nothing"
                            + " has come (SO_PREFER_BUSY_POLL), in whole microseconds; 0s: the"
                            + " driver's interrupts bring frames.");
    private static final Key<Long> BUSY_POLL_BUDGET =
            Key.optional(
                    "busyPollBudget",
                    NumberType.range(1, 65_535),
                    64L,
                    "Most frames of one such poll.");

    /** The driver. */
    public static final DriverSchema SCHEMA =
            new DriverSchema(
                    AfXdpSpec.DRIVER,
                    List.of(PortKeys.DEVICE),
                    List.of(
                            QUEUES,
                            MODE,
                            PortKeys.RING_SIZE,
                            ZERO_COPY,
                            GATHER,
                            BUSY_POLL,
                            BUSY_POLL_BUDGET),
                    PortKeys.DEVICE,
                    true,
                    (port, ports, file) -> spec(port));

    private AfXdpSchema() {}

    private static AfXdpSpec spec(final Values port) {
        final Long queues = port.get(QUEUES);
        return new AfXdpSpec(
                port.get(PortKeys.DEVICE),
                queues == null ? AfXdpSpec.ALL_QUEUES : queues.intValue(),
                PortKeys.ringSize(port),
                port.get(MODE),
                new XskOptions(
                        port.get(ZERO_COPY),
                        port.get(GATHER),
                        (int) (port.get(BUSY_POLL) / 1_000),
                        port.get(BUSY_POLL_BUDGET).intValue()));
    }
}
