package io.polycast.dataplane.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.dataplane.schema.HoldSchema;
import org.junit.jupiter.api.Test;

class FramePlanTest {
    private static FramePlan plan(final String pipeline, final int heldChunks) throws Exception {
        return FramePlan.of(
                ConfigurationReader.parse(
                        "test.yaml",
                        """
                        switch: {role: hold, mac: "02:00:00:00:00:fe"}
                        pipeline: {%s}
                        limits: {heldChunks: %d}
                        ports:
                          - {name: p0, driver: memory, ringSize: 64}
                          - {name: p1, driver: memory, ringSize: 64}
                        """
                                .formatted(pipeline, heldChunks),
                        HoldSchema.ROLES));
    }

    @Test
    void shouldAddTheHeldChunksOfAllShardsThatShareAMemory() throws Exception {
        final FramePlan none = plan("threading: staged, shards: 3", 0);
        final FramePlan some = plan("threading: staged, shards: 3", 500);
        assertEquals(1, some.memories());
        assertEquals(none.rxChunks() + 1500, some.rxChunks());
        assertEquals(none.txChunks(), some.txChunks());
    }

    @Test
    void shouldAddTheHeldChunksOfAShardToItsOwnMemory() throws Exception {
        final String pipeline = "threading: fused, shards: 2, steering: destination";
        final FramePlan none = plan(pipeline, 0);
        final FramePlan some = plan(pipeline, 500);
        assertEquals(2, some.memories());
        assertEquals(none.rxChunks() + 500, some.rxChunks());
        assertEquals(none.total() + 1000, some.total());
    }

    @Test
    void shouldKeepTheHeldChunksWhenTheMemoryIsSmaller() throws Exception {
        final FramePlan none = plan("threading: fused, chunks: 600", 0);
        final FramePlan some = plan("threading: fused, chunks: 800", 200);
        assertEquals(none.rxChunks() + 200, some.rxChunks());
        assertEquals(none.txChunks(), some.txChunks());
        assertEquals(800, some.total());
    }

    @Test
    void shouldSayTheLeastThatIsEnough() throws Exception {
        final FramePlan plan = plan("threading: fused", 200);
        for (int rx = 250; rx < 600; rx += 7) {
            final int least = (int) plan.least(rx);
            assertTrue(plan.scaledTo(least).rxChunks() >= rx, rx + " of " + least);
        }
    }
}
