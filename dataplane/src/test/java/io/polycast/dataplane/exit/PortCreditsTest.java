package io.polycast.dataplane.exit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.xdp.memory.MemoryPort;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class PortCreditsTest {
    private static final int RING = 16;

    private final FrameMemory memory = new FrameMemory(2048, RING, 2 * RING);
    private final MemoryPort port = new MemoryPort(0, "p0", memory, RING);
    private final UnsafeBuffer frame = new UnsafeBuffer(new byte[60]);

    private int drain(final int most) {
        return port.drain((buffer, offset, length) -> {}, most);
    }

    /** Orders of all shards lie in their rings for a while; the port refuses none of them. */
    @Property
    void shouldPromiseNothingThatThePortRefuses(
            @ForAll final long seed, @ForAll @IntRange(min = 1, max = 5) final int shards) {
        final PortCredits credits = new PortCredits(new Port[] {port}, shards);
        final Random random = new Random(seed);
        final int[] waiting = new int[shards];
        for (int step = 0; step < 400; step++) {
            final int shard = random.nextInt(shards);
            switch (random.nextInt(4)) {
                case 0 -> {
                    final int room = credits.share(shard).room(0);
                    for (int i = random.nextInt(room + 1); i > 0; i--) {
                        credits.share(shard).onOrdered(0);
                        waiting[shard]++;
                    }
                }
                case 1 -> {
                    for (int i = random.nextInt(waiting[shard] + 1); i > 0; i--) {
                        assertTrue(port.send(frame, 0, 60), "promised and refused");
                        credits.share(shard).onDone(0);
                        waiting[shard]--;
                    }
                }
                case 2 -> drain(random.nextInt(RING + 1));
                default -> {
                    port.flush();
                    credits.grant();
                }
            }
        }
        while (drain(RING) + port.flush() > 0) {
            // the next try begins with an empty port
        }
    }

    @Test
    void shouldLeaveEachShardItsPartThoughAnotherSendsAllTheTime() {
        final PortCredits credits = new PortCredits(new Port[] {port}, 2);
        assertEquals(0, credits.share(0).room(0));
        for (int round = 0; round < 100; round++) {
            credits.grant();
            assertEquals(RING / 2, credits.share(1).room(0));
            final int room = credits.share(0).room(0);
            assertEquals(RING / 2, room);
            for (int i = 0; i < room; i++) {
                credits.share(0).onOrdered(0);
                assertTrue(port.send(frame, 0, 60));
                credits.share(0).onDone(0);
            }
            assertEquals(room, drain(RING));
            port.flush();
        }
    }

    @Test
    void shouldHaveNoRoomWhileThePortHasNone() {
        final PortCredits credits = new PortCredits(new Port[] {port}, 2);
        credits.share(0).room(0);
        credits.grant();
        final List<Integer> rooms = new ArrayList<>();
        for (int i = 0; i < RING; i++) {
            port.send(frame, 0, 60);
        }
        credits.grant();
        rooms.add(credits.share(0).room(0));
        rooms.add(credits.share(1).room(0));
        assertEquals(List.of(0, 0), rooms);
    }
}
