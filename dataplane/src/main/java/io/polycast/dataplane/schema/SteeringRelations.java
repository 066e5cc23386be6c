package io.polycast.dataplane.schema;

import io.polycast.dataplane.config.PipelineConfig.Steering;
import io.polycast.dataplane.config.PipelineConfig.Threading;
import io.polycast.dataplane.schema.drivers.AfXdpSchema;
import io.polycast.dataplane.schema.drivers.DriverSchema;
import io.polycast.dataplane.schema.drivers.PortSchema;
import io.polycast.dataplane.yaml.ListType.Located;
import io.polycast.dataplane.yaml.Problems;
import io.polycast.dataplane.yaml.Values;

/** Conditions of several fused shards on the rest of the file. */
final class SteeringRelations {
    private SteeringRelations() {}

    static void check(final Values file, final Values pipeline, final Problems problems) {
        final long shards = pipeline.get(PipelineSchema.SHARDS);
        final boolean steered = pipeline.get(PipelineSchema.STEERING) == Steering.DESTINATION;
        if (shards == 1 || pipeline.get(PipelineSchema.THREADING) != Threading.FUSED) {
            if (steered) {
                problems.warning(
                        pipeline.at(PipelineSchema.STEERING),
                        "only several fused shards are steered to",
                        "write threading: fused and shards: 2 or more, or remove it");
            }
            return;
        }
        if (!steered) {
            problems.error(
                    pipeline.at(PipelineSchema.SHARDS),
                    "several fused shards need a group's frames on the queue of its shard",
                    "write steering: destination and give the devices the rules that polycast check"
                            + " prints, or threading: staged");
        }
        if (file.has(Schema.File.PORTS)) {
            for (final Located<Values> port : file.get(Schema.File.PORTS)) {
                checkPort(port.value(), shards, problems);
            }
        }
    }

    private static void checkPort(final Values port, final long shards, final Problems problems) {
        final DriverSchema driver = port.get(PortSchema.DRIVER);
        if (driver == null) {
            return;
        }
        if (!driver.hasQueues()) {
            problems.error(
                    port.at(PortSchema.DRIVER),
                    "driver " + driver.driver() + " has no queues for several fused shards",
                    "take driver af_xdp, or threading: staged");
        }
        final Long queues = port.get(AfXdpSchema.QUEUES);
        if (queues != null && queues < shards) {
            problems.error(
                    port.at(AfXdpSchema.QUEUES),
                    "queues=" + queues + " < " + shards + " fused shards, which need one each",
                    "write queues: " + shards + " (ethtool -L), or fewer shards");
        }
    }
}
