package io.polycast.dataplane.schema;

import io.polycast.dataplane.config.PipelineConfig;
import io.polycast.dataplane.config.PipelineConfig.Buffers;
import io.polycast.dataplane.config.PipelineConfig.Datapath;
import io.polycast.dataplane.config.PipelineConfig.Steering;
import io.polycast.dataplane.config.PipelineConfig.Threading;
import io.polycast.dataplane.config.PipelineConfig.VerifyIcrc;
import io.polycast.dataplane.config.PipelineConfig.Wait;
import io.polycast.dataplane.yaml.Choice;
import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.NumberType;
import io.polycast.dataplane.yaml.Section;
import io.polycast.dataplane.yaml.Values;
import java.util.Map;

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
    static final Key<Wait> WAIT =
            Key.optional(
                    "wait",
                    Choice.of(Wait.class),
                    Wait.YIELDING,
                    "What a thread without work does; busy takes a core for each thread, blocking"
                            + " waits in the kernel for frames of af_packet and af_xdp ports.");
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

    /** Keys that once stood here, each with its place today. */
    private static final Map<String, String> MOVED =
            Map.ofEntries(
                    Map.entry("nakRepeat", "protocol.nakRepeat"),
                    Map.entry("idleAnew", "protocol.idleAnew"),
                    Map.entry("answerWindow", "protocol.answerWindow"),
                    Map.entry("cnpWindow", "protocol.cnpWindow"),
                    Map.entry("cnpGap", "protocol.cnpGap"),
                    Map.entry("cnpHysteresis", "protocol.cnpHysteresis"),
                    Map.entry("maxGroups", "limits.maxGroups"),
                    Map.entry("maxPaths", "limits.maxPaths"),
                    Map.entry("feedbackBurst", "limits.feedbackBurst"),
                    Map.entry("feedbackPerMs", "limits.feedbackPerMs"),
                    Map.entry("sourceInterval", "limits.sourceInterval"),
                    Map.entry("sourceBurst", "limits.sourceBurst"),
                    Map.entry("neighbourPerMs", "limits.neighbourPerMs"),
                    Map.entry("neighbourBurst", "limits.neighbourBurst"),
                    Map.entry("kernelGroups", "kernel.groups"),
                    Map.entry("whenSilent", "kernel.whenSilent"),
                    Map.entry("heartbeat", "kernel.heartbeat"));

    static final Section SECTION =
            Section.of(
                            "pipeline",
                            THREADING,
                            DATAPATH,
                            WAIT,
                            SHARDS,
                            STEERING,
                            VERIFY_ICRC,
                            BATCH,
                            RING_SIZE,
                            CHUNKS,
                            CHUNK_SIZE)
                    .moved(MOVED);

    private PipelineSchema() {}

    /**
     * @param chunks as configured, or enough for all rings to be full
     */
    static PipelineConfig build(final Values v, final int chunks) {
        return new PipelineConfig(
                v.get(THREADING),
                v.get(DATAPATH),
                v.get(WAIT),
                v.get(SHARDS).intValue(),
                v.get(STEERING),
                v.get(VERIFY_ICRC),
                new Buffers(
                        v.get(BATCH).intValue(),
                        v.get(RING_SIZE).intValue(),
                        chunks,
                        v.get(CHUNK_SIZE).intValue()));
    }
}
