package io.polycast.dataplane.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.dataplane.config.PipelineConfig.Buffers;
import io.polycast.dataplane.config.PipelineConfig.Datapath;
import io.polycast.dataplane.config.PipelineConfig.Steering;
import io.polycast.dataplane.config.PipelineConfig.Threading;
import io.polycast.dataplane.config.PipelineConfig.VerifyIcrc;
import io.polycast.dataplane.config.PipelineConfig.Wait;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The order of threads, which the counters file, the heartbeat and the end of a switch have in common. */
class ThreadPlanTest {
    @ParameterizedTest
    @CsvSource({
        "FUSED, 1, 8, pc-core-0",
        "FUSED, 3, 8, pc-core-0 pc-core-1 pc-core-2",
        "STAGED, 1, 1, pc-rx-0 pc-core-0",
        "STAGED, 2, 1, pc-rx-0 pc-core-0 pc-core-1 pc-tx-0",
        "AUTO, 1, 2, pc-core-0",
        "AUTO, 1, 3, pc-rx-0 pc-core-0",
        "AUTO, 2, 2, pc-rx-0 pc-core-0 pc-core-1 pc-tx-0"
    })
    void shouldNameThreadsInTheOrderOfThePacketsWay(
            final Threading threading, final int shards, final int cores, final String names) {
        final PipelineConfig pipeline =
                new PipelineConfig(
                        threading,
                        Datapath.USER,
                        Wait.YIELDING,
                        shards,
                        Steering.NONE,
                        VerifyIcrc.FEEDBACK,
                        new Buffers(64, 4096, 4096, 4096));
        final ThreadPlan plan = ThreadPlan.of(pipeline, cores);
        assertEquals(List.of(names.split(" ")), plan.names());
        assertEquals(names.contains("pc-rx"), plan.isStaged());
        assertEquals(names.contains("pc-tx"), plan.hasWriter());
    }
}
