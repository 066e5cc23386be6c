package io.polycast.dataplane.schema;

import io.polycast.dataplane.config.PortConfig.Driver;
import io.polycast.dataplane.config.PortConfig.Mode;
import io.polycast.dataplane.yaml.Choice;
import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.NumberType;
import io.polycast.dataplane.yaml.Section;
import io.polycast.xdp.port.PortSpec;
import io.polycast.xdp.port.XskOptions.Wish;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;

/** One entry of {@code ports:}. */
final class PortSchema {
    static final Key<String> NAME =
            Key.required("name", Types.NAME_TEXT, "Name that wires and groups use; unique.");
    static final Key<Driver> DRIVER =
            Key.required(
                    "driver",
                    Choice.of(Driver.class, '_', Map.of()),
                    "What moves the port's frames.");
    static final Key<String> DEVICE =
            Key.absent(
                    "device",
                    Types.DEVICE_TEXT,
                    "none",
                    "Link to attach to; required for af_xdp and af_packet.");
    static final Key<Long> QUEUES =
            Key.absent(
                    "queues",
                    NumberType.range(1, 64),
                    "all",
                    "Receive queues of the device, when their number must be this; af_xdp"
                            + " only.");
    static final Key<InetSocketAddress> LOCAL =
            Key.absent(
                    "local",
                    Types.ENDPOINT,
                    "none",
                    "UDP address to receive frames at; required for datagram.");
    static final Key<InetSocketAddress> REMOTE =
            Key.absent(
                    "remote",
                    Types.ENDPOINT,
                    "none",
                    "UDP address to send frames to; required for datagram.");
    static final Key<Path> IN =
            Key.absent("in", Types.FILE_PATH, "nothing comes in", "Capture to read; pcap only.");
    static final Key<Path> OUT =
            Key.absent("out", Types.FILE_PATH, "not kept", "Capture to write; pcap only.");
    static final Key<Mode> MODE =
            Key.optional(
                    "mode",
                    Choice.of(Mode.class),
                    Mode.AUTO,
                    "How the XDP program is attached; auto is native, else generic; af_xdp"
                            + " only.");
    static final Key<Long> MTU =
            Key.absent(
                    "mtu",
                    NumberType.range(256, 9216),
                    "no demand",
                    "Bytes behind the Ethernet header that the port has to carry: start is"
                            + " refused when it cannot.");
    static final Key<Long> RING_SIZE =
            Key.optional(
                    "ringSize",
                    NumberType.powerOfTwo(64, 16_384),
                    (long) PortSpec.DEFAULT_RING_SIZE,
                    "Most frames waiting in each direction of each queue: more take a longer"
                            + " burst, fewer stay in the caches; af_xdp, af_packet, memory and"
                            + " dpdk only.");
    static final Key<Wish> ZERO_COPY =
            Key.optional(
                    "zeroCopy",
                    Choice.of(Wish.class),
                    Wish.AUTO,
                    "Whether the device reads and writes frames where they lie: auto when its"
                            + " driver can, on refuses to start when it cannot; af_xdp only.");
    static final Key<Wish> GATHER =
            Key.optional(
                    "gather",
                    Choice.of(Wish.class),
                    Wish.AUTO,
                    "Whether a copy leaves as its headers and the received payload, in several"
                            + " buffers; auto with zero-copy only, since in copy mode it costs"
                            + " more than it saves; af_xdp only.");
    static final Key<Long> BUSY_POLL =
            Key.optional(
                    "busyPoll",
                    Types.duration(0, 100_000_000L),
                    0L,
                    "Time for which the receiving thread polls the driver itself when nothing"
                            + " has come (SO_PREFER_BUSY_POLL), in whole microseconds; 0s: the"
                            + " driver's interrupts bring frames; af_xdp only.");
    static final Key<Long> BUSY_POLL_BUDGET =
            Key.optional(
                    "busyPollBudget",
                    NumberType.range(1, 65_535),
                    64L,
                    "Most frames of one such poll; af_xdp only.");
    static final Key<String> DEVARGS =
            Key.absent(
                    "devargs",
                    DpdkSchema.DEVARGS_TEXT,
                    "none",
                    "Device to drive, as DPDK writes it; required for dpdk.");
    static final Section SECTION =
            Section.of(
                    "port",
                    NAME,
                    DRIVER,
                    DEVICE,
                    DEVARGS,
                    QUEUES,
                    LOCAL,
                    REMOTE,
                    IN,
                    OUT,
                    MODE,
                    MTU,
                    RING_SIZE,
                    ZERO_COPY,
                    GATHER,
                    BUSY_POLL,
                    BUSY_POLL_BUDGET);

    private PortSchema() {}
}
