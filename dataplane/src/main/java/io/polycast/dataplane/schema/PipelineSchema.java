package io.polycast.dataplane.schema;

import io.polycast.dataplane.config.PipelineConfig.Datapath;
import io.polycast.dataplane.config.PipelineConfig.Steering;
import io.polycast.dataplane.config.PipelineConfig.Threading;
import io.polycast.dataplane.config.PipelineConfig.VerifyIcrc;
import io.polycast.dataplane.config.PipelineConfig.Wait;
import io.polycast.dataplane.config.PipelineConfig.WhenSilent;
import io.polycast.dataplane.yaml.Choice;
import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.NumberType;
import io.polycast.dataplane.yaml.Section;

/** The {@code pipeline:} section. */
final class PipelineSchema {
    static final Key<Threading> THREADING =
            Key.optional(
                    "threading",
                    Choice.of(Threading.class),
                    Threading.AUTO,
                    "staged: a reader and one thread a shard; fused: one thread a shard; auto:"
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
                    NumberType.range(1, Schema.MOST_GROUPS),
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
                    "Engines, each with its own groups. Several fused ones need ports of driver"
                        + " af_xdp (or memory), each shard a queue of every device, and steering.");
    static final Key<Steering> STEERING =
            Key.optional(
                    "steering",
                    Choice.of(Steering.class),
                    Steering.NONE,
                    "destination: rules of the devices bring what is sent to a group's address to"
                            + " the queue of the group's shard, as several fused shards need;"
                            + " polycast check and show steering print the rules.");
    static final Key<VerifyIcrc> VERIFY_ICRC =
            Key.optional(
                    "verifyIcrc",
                    Choice.of(VerifyIcrc.class),
                    VerifyIcrc.FEEDBACK,
                    "Which frames have their ICRC computed in full before they count.");
    static final Key<Long> MAX_GROUPS =
            Key.optional(
                    "maxGroups",
                    NumberType.range(1, Schema.MOST_GROUPS),
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
                    "Entries of the ring from the reader to each shard; among fused shards 256"
                            + " bytes each for frames that came in at a wrong queue.");
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
    static final Key<Long> IDLE_ANEW =
            Key.optional(
                    "idleAnew",
                    Types.duration(1_000_000L, 3_600_000_000_000L),
                    5_000_000_000L,
                    "After this time without data of its source a group begins anew: nothing is"
                        + " answered from memory. More than four retry timers of every source.");
    static final Key<Long> ANSWER_WINDOW =
            Key.optional(
                    "answerWindow",
                    NumberType.range(1, 1 << 22),
                    65_536L,
                    "Data farther behind the minimum, in packets, begins the group anew: more than"
                            + " a source ever has in flight.");
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
                    STEERING,
                    VERIFY_ICRC,
                    MAX_GROUPS,
                    MAX_PATHS,
                    BATCH,
                    RING_SIZE,
                    CHUNKS,
                    CHUNK_SIZE,
                    NAK_REPEAT,
                    IDLE_ANEW,
                    ANSWER_WINDOW,
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

    private PipelineSchema() {}
}
