package io.polycast.dataplane.config;

import io.polycast.dataplane.config.PipelineConfig.Datapath;
import io.polycast.dataplane.config.PipelineConfig.Threading;
import io.polycast.dataplane.config.PipelineConfig.VerifyIcrc;
import io.polycast.dataplane.config.PipelineConfig.Wait;
import io.polycast.dataplane.config.PipelineConfig.WhenSilent;
import io.polycast.dataplane.config.PortConfig.Driver;
import io.polycast.dataplane.config.PortConfig.Mode;
import io.polycast.dataplane.config.SwitchConfig.Role;
import io.polycast.xdp.port.PortSpec;
import io.polycast.xdp.port.XskOptions.Wish;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Every key of the file but those of groups, which are in {@link GroupSchema}. */
final class Schema {
    static final int MOST_PORTS = 64;
    static final int MOST_GROUPS = 1 << 20;
    private static final String NOT_YET = " is not in this version";

    private Schema() {}

    /** The {@code switch:} section. */
    static final class Switch {
        static final Key<String> NAME =
                Key.optional(
                        "name",
                        Types.NAME_TEXT,
                        "switch",
                        "Name of the switch, for people and file names.");
        static final Key<Role> ROLE =
                Key.optional(
                        "role",
                        Choice.of(
                                Role.class,
                                '-',
                                Map.of(
                                        Role.SURROGATE, "role surrogate" + NOT_YET,
                                        Role.SHUFFLECAST, "role shufflecast" + NOT_YET)),
                        Role.CEPHEUS,
                        "What the switch does with multicast.");
        static final Key<Long> MAC =
                Key.required(
                        "mac",
                        Types.MAC,
                        "Source MAC of every frame that the switch rewrites or authors.");
        static final Key<byte[]> MCST_PREFIX6 =
                Key.absent(
                        "mcstPrefix6",
                        Types.PREFIX6,
                        "none",
                        "First 96 bits of the address of an IPv6 group; the McstID follows.");
        static final Key<Long> SOURCE_WINDOW =
                Key.optional(
                        "sourceWindow",
                        NumberType.range(1, 1 << 22),
                        1L << 20,
                        "How far past the aggregated ACK a new source's first PSN may lie, in"
                                + " packets.");
        static final Section SECTION =
                Section.of("switch", NAME, ROLE, MAC, MCST_PREFIX6, SOURCE_WINDOW);

        private Switch() {}
    }

    /** The {@code pipeline:} section. */
    static final class Pipeline {
        static final Key<Threading> THREADING =
                Key.optional(
                        "threading",
                        Choice.of(Threading.class),
                        Threading.AUTO,
                        "staged: a reader and one thread a shard; fused: all in one thread; auto:"
                            + " fused below three cores unless there are more shards than one.");
        static final Key<Datapath> DATAPATH =
                Key.optional(
                        "datapath",
                        Choice.of(Datapath.class),
                        Datapath.AUTO,
                        "Where established groups are replicated: in user space, by XDP programs in"
                                + " the kernel (between af_xdp ports), or, auto, in the kernel"
                                + " where it can serve; kernel does not start where it cannot.");
        static final Key<Long> KERNEL_GROUPS =
                Key.optional(
                        "kernelGroups",
                        NumberType.range(1, MOST_GROUPS),
                        4096L,
                        "Groups that the kernel may serve at a time, over all shards; takes 64"
                                + " bytes a group and port. Further ones stay in user space.");
        static final Key<Wait> WAIT =
                Key.optional(
                        "wait",
                        Choice.of(Wait.class),
                        Wait.YIELDING,
                        "What a thread without work does; busy takes a core for each thread.");
        static final Key<Long> SHARDS =
                Key.optional(
                        "shards",
                        NumberType.range(1, 16),
                        1L,
                        "Engines, each with its own groups; more than one needs staged threading.");
        static final Key<VerifyIcrc> VERIFY_ICRC =
                Key.optional(
                        "verifyIcrc",
                        Choice.of(VerifyIcrc.class),
                        VerifyIcrc.FEEDBACK,
                        "Which frames have their ICRC computed in full before they count.");
        static final Key<Long> MAX_GROUPS =
                Key.optional(
                        "maxGroups",
                        NumberType.range(1, MOST_GROUPS),
                        1024L,
                        "Groups that each shard's table has room for.");
        static final Key<Long> MAX_PATHS =
                Key.optional(
                        "maxPaths",
                        NumberType.range(1, 1 << 24),
                        16_384L,
                        "Paths, over all groups, that each shard's table has room for.");
        static final Key<Long> BATCH =
                Key.optional(
                        "batch",
                        NumberType.range(1, 4096),
                        64L,
                        "Most frames taken from one port before the next one's turn.");
        static final Key<Long> RING_SIZE =
                Key.optional(
                        "ringSize",
                        NumberType.powerOfTwo(64, 1 << 20),
                        4096L,
                        "Entries of the ring from the reader to each shard.");
        static final Key<Long> CHUNKS =
                Key.absent(
                        "chunks",
                        NumberType.range(64, 1 << 20),
                        "enough for all rings to be full",
                        "Frames that the memory shared by all ports has room for.");
        static final Key<Long> CHUNK_SIZE =
                Key.optional(
                        "chunkSize",
                        NumberType.powerOfTwo(2048, 16_384),
                        4096L,
                        "Bytes of one chunk; af_xdp takes 2048 or 4096 only.");
        static final Key<Long> NAK_REPEAT =
                Key.optional(
                        "nakRepeat",
                        Types.duration(0, 10_000_000_000L),
                        1_000_000L,
                        "After this time another NAK for the same loss passes to the source.");
        static final Key<Long> CNP_WINDOW =
                Key.optional(
                        "cnpWindow",
                        Types.duration(1_000, 10_000_000_000L),
                        1_000_000L,
                        "Over this time a path's CNPs are counted.");
        static final Key<Long> CNP_GAP =
                Key.optional(
                        "cnpGap",
                        Types.duration(0, 1_000_000_000L),
                        50_000L,
                        "No CNP is held back for longer: the notification point's own gap.");
        static final Key<Long> CNP_HYSTERESIS =
                Key.optional(
                        "cnpHysteresis",
                        NumberType.range(0, 1 << 20),
                        2L,
                        "CNPs that a path must be ahead to become the most congested one.");
        static final Key<Long> FEEDBACK_BURST =
                Key.optional(
                        "feedbackBurst",
                        NumberType.range(1, 1 << 24),
                        65_536L,
                        "Feedback frames that a path may save up: more than a source ever has in"
                                + " flight.");
        static final Key<Long> FEEDBACK_PER_MS =
                Key.optional(
                        "feedbackPerMs",
                        NumberType.range(1, 1_000_000),
                        256L,
                        "Feedback frames that a path may send each millisecond beside the two that"
                                + " each data frame earns it.");
        static final Key<Long> SOURCE_INTERVAL =
                Key.optional(
                        "sourceInterval",
                        Types.duration(0, 1_000_000_000L),
                        20_000L,
                        "Time in which a group's source may move once; 0s: no limit.");
        static final Key<Long> SOURCE_BURST =
                Key.optional(
                        "sourceBurst",
                        NumberType.range(1, 65_536),
                        256L,
                        "Moves of the source that a group may save up.");
        static final Key<Long> NEIGHBOUR_PER_MS =
                Key.optional(
                        "neighbourPerMs",
                        NumberType.range(1, 1_000_000),
                        64L,
                        "Answers to ARP and ND each millisecond on one port.");
        static final Key<Long> NEIGHBOUR_BURST =
                Key.optional(
                        "neighbourBurst",
                        NumberType.range(1, 1 << 20),
                        4096L,
                        "Answers to ARP and ND that a port may save up.");
        static final Key<WhenSilent> WHEN_SILENT =
                Key.optional(
                        "whenSilent",
                        Choice.of(WhenSilent.class),
                        WhenSilent.CLOSED,
                        "What the kernel does with frames on wires of af_xdp ports while the switch"
                            + " gives no sign of life: closed drops all, open lets cross what is"
                            + " not for a group.");
        static final Key<Long> HEARTBEAT =
                Key.optional(
                        "heartbeat",
                        Types.duration(1_000_000L, 60_000_000_000L),
                        100_000_000L,
                        "After this time without a sign of life the switch counts as silent.");
        static final Section SECTION =
                Section.of(
                        "pipeline",
                        THREADING,
                        DATAPATH,
                        KERNEL_GROUPS,
                        WAIT,
                        SHARDS,
                        VERIFY_ICRC,
                        MAX_GROUPS,
                        MAX_PATHS,
                        BATCH,
                        RING_SIZE,
                        CHUNKS,
                        CHUNK_SIZE,
                        NAK_REPEAT,
                        CNP_WINDOW,
                        CNP_GAP,
                        CNP_HYSTERESIS,
                        FEEDBACK_BURST,
                        FEEDBACK_PER_MS,
                        SOURCE_INTERVAL,
                        SOURCE_BURST,
                        NEIGHBOUR_PER_MS,
                        NEIGHBOUR_BURST,
                        WHEN_SILENT,
                        HEARTBEAT);

        private Pipeline() {}
    }

    /** One entry of {@code ports:}. */
    static final class Port {
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
                Key.absent(
                        "in", Types.FILE_PATH, "nothing comes in", "Capture to read; pcap only.");
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

        private Port() {}
    }

    /** The {@code control:} section. */
    static final class Control {
        static final Key<Path> SOCKET =
                Key.absent(
                        "socket",
                        Types.FILE_PATH,
                        "run/NAME.sock",
                        "Unix domain socket for commands, mode 0600.");
        static final Key<Path> COUNTERS =
                Key.absent(
                        "counters", Types.FILE_PATH, "run/NAME.counters", "Mapped counters file.");
        static final Key<Path> STATE =
                Key.absent(
                        "state",
                        Types.FILE_PATH,
                        "run/NAME.state",
                        "Mapped file with the feedback words of all groups.");
        static final Section SECTION = Section.of("control", SOCKET, COUNTERS, STATE);

        private Control() {}
    }

    /** The file as a whole. */
    static final class File {
        static final Key<Values> SWITCH =
                Key.required("switch", Switch.SECTION, "What the switch is.");
        static final Key<Values> PIPELINE =
                Key.optional(
                        "pipeline", Pipeline.SECTION, Values.NONE, "How frames go through it.");
        static final Key<Values> DPDK =
                Key.optional(
                        "dpdk",
                        DpdkSchema.SECTION,
                        Values.NONE,
                        "How DPDK runs, for ports of driver dpdk.");
        static final Key<List<ListType.Located<Values>>> PORTS =
                Key.required(
                        "ports",
                        new ListType<>(Port.SECTION, 1, MOST_PORTS),
                        "The ports; a port's index is its place in this list.");
        static final Key<List<ListType.Located<List<ListType.Located<String>>>>> WIRES =
                Key.optional(
                        "wires",
                        new ListType<>(new ListType<>(Types.NAME_TEXT, 2, 2), 0, MOST_PORTS / 2),
                        List.of(),
                        "Pairs of ports between which everything that is not multicast crosses.");
        static final Key<Values> CONTROL =
                Key.optional(
                        "control",
                        Control.SECTION,
                        Values.NONE,
                        "Files through which other processes look at the switch.");
        static final Key<List<ListType.Located<Values>>> GROUPS =
                Key.optional(
                        "groups",
                        new ListType<>(GroupSchema.SECTION, 0, MOST_GROUPS),
                        List.of(),
                        "Static groups.");
        static final Section SECTION =
                Section.of("the file", SWITCH, PIPELINE, DPDK, PORTS, WIRES, CONTROL, GROUPS);

        private File() {}
    }
}
