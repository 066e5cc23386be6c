package io.polycast.dataplane.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.SwitchCore;
import io.polycast.core.cepheus.CepheusRole;
import io.polycast.core.cepheus.CepheusSettings;
import io.polycast.core.held.HeldFrames;
import io.polycast.core.held.HeldPool;
import io.polycast.dataplane.counters.DutyCycleTracker;
import io.polycast.dataplane.exit.FrameExit;
import io.polycast.dataplane.exit.PortEgress;
import io.polycast.dataplane.groups.GroupDirectory;
import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.repr.Discovery;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Opcode;
import io.polycast.xdp.memory.MemoryPort;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Frames at another shard's queue than their group's own; two shards, whose turns the test gives. */
class HandedFramesTest {
    private static final int SHARDS = 2;
    private static final int RING = 64;
    private static final String MEMBER = "10.0.0.1";

    private final GroupDirectory directory = new GroupDirectory(SHARDS);
    private final List<Handover> ways = List.of(new Handover(RING, 2048), new Handover(RING, 2048));
    private final List<FrameMemory> memories = new ArrayList<>();
    private final List<MemoryPort> ports = new ArrayList<>();
    private final List<CounterBlock> counters = new ArrayList<>();
    private final List<HandedFrames> handed = new ArrayList<>();
    private final Cycle cycle =
            new Cycle(
                    () -> 1,
                    DutyCycleTracker.over(new UnsafeBuffer(new byte[128])),
                    new Failure(new CountDownLatch(1)),
                    null,
                    0);
    private final List<EngineAgent> agents = new ArrayList<>();

    /** A group of shard 1, and how it is written. */
    private int group = 0x0AFF_0001;

    @BeforeEach
    void makeShards() {
        while (directory.owner(group) != 1) {
            group++;
        }
        directory.add(group);
        for (int i = 0; i < SHARDS; i++) {
            memories.add(new FrameMemory(2048, 2 * RING, RING));
            ports.add(new MemoryPort(0, "p0", memories.get(i), RING));
            counters.add(new CounterBlock(new UnsafeBuffer(new byte[CounterBlock.LENGTH]), 0));
            agents.add(agent(i));
        }
    }

    private EngineAgent agent(final int index) {
        final CepheusSettings settings = CepheusSettings.of(0x0200_0000_00FEL, 1);
        final UnsafeBuffer state =
                new UnsafeBuffer(
                        new byte[FeedbackLayout.length(settings.maxGroups(), settings.maxPaths())]);
        final CounterBlock counted = counters.get(index);
        final Port[] all = {ports.get(index)};
        final Shard shard =
                new Shard(
                        new SwitchCore(1, new CepheusRole(settings, state, counted), counted),
                        counted,
                        new HeldFrames(0, new HeldPool(0, 1), counted));
        final FrameExit exit = new PortEgress(all, memories.get(index));
        final HandedFrames mine =
                new HandedFrames(index, directory, ways, memories.get(index), shard, exit, 8);
        handed.add(mine);
        return new EngineAgent(
                "pc-core-" + index,
                cycle,
                shard,
                exit,
                List.of(new PortFrames(all, memories.get(index), shard, exit, 8, mine), mine));
    }

    @AfterEach
    void shouldLeaveNoChunkBehind() {
        for (int i = 0; i < SHARDS; i++) {
            ports.get(i).close();
            assertEquals(0, memories.get(i).chunksInUse(), "shard " + i);
        }
    }

    private void arrive(final int shard, final byte[] frame) {
        assertTrue(ports.get(shard).inject(new UnsafeBuffer(frame), 0, frame.length));
        agents.get(shard).doWork();
    }

    private byte[] data() {
        return RoceFrame.ipv4()
                .src(MEMBER)
                .dst(group)
                .opcode(Opcode.SEND_ONLY)
                .destQpn(1)
                .payload(new byte[1024])
                .build();
    }

    private static List<Integer> takeAll(final FrameMemory memory) {
        final List<Integer> held = new ArrayList<>();
        for (int chunk = memory.acquireRx(); chunk >= 0; chunk = memory.acquireRx()) {
            held.add(chunk);
        }
        return held;
    }

    private long in(final int shard) {
        return counters.get(shard).get(Tally.FRAMES_IN);
    }

    @Test
    void shouldLetTheGroupsOwnShardAloneJudge() {
        arrive(0, data());
        assertEquals(0, in(0));
        assertEquals(1, counters.get(0).get(Tally.STEERED_WRONG));
        agents.get(1).doWork();
        assertEquals(1, in(1), "the engine knows no such group yet, but was asked");
        assertEquals(1, counters.get(1).get(Ending.UNKNOWN_GROUP));
        assertEquals(0, counters.get(1).get(Tally.STEERED_WRONG));
    }

    @Test
    void shouldKeepWhatIsForNoGroupWhereItArrived() {
        final byte[] other = RoceFrame.ipv4().src(MEMBER).dst("10.0.0.2").destQpn(77).build();
        for (int shard = 0; shard < SHARDS; shard++) {
            arrive(shard, other);
            assertEquals(1, in(shard));
        }
    }

    @Test
    void shouldNotCallWrongWhatNoRuleCanSteer() {
        final String asked = "10.255." + (group >> 8 & 0xFF) + "." + (group & 0xFF);
        arrive(0, Discovery.arpRequest(0x0200_0000_0001L, MEMBER, asked));
        agents.get(1).doWork();
        assertEquals(1, in(1));
        assertEquals(0, counters.get(0).get(Tally.STEERED_WRONG));
    }

    @Test
    void shouldDropAndCountWhatFindsNoRoom() {
        final int frames = 100;
        final byte[] frame = data();
        for (int i = 0; i < frames; i++) {
            arrive(0, frame);
        }
        final long dropped = counters.get(0).get(Ending.HANDOVER_FULL);
        assertTrue(dropped > 0 && dropped < frames, "dropped " + dropped);
        assertEquals(frames, counters.get(0).get(Tally.STEERED_WRONG));
        assertEquals(dropped, in(0), "dropped frames end here");
        handed.get(1).finish(cycle);
        assertEquals(frames - dropped, in(1), "all others end there, when threads have ended, too");
    }

    @Test
    void shouldLeaveFramesOnTheWayWhileThereIsNoMemory() {
        final FrameMemory memory = memories.get(1);
        final List<Integer> held = takeAll(memory);
        arrive(0, data());
        agents.get(1).doWork();
        assertEquals(0, in(1));
        held.forEach(memory::putBackRx);
        agents.get(1).doWork();
        assertEquals(1, in(1));
    }

    @Test
    void shouldCountWhatItCannotTakeAtTheEnd() {
        final FrameMemory memory = memories.get(1);
        final List<Integer> held = takeAll(memory);
        final byte[] frame = data();
        for (int i = 0; i < 3; i++) {
            arrive(0, frame);
        }
        handed.get(1).finish(cycle);
        assertEquals(3, in(1));
        assertEquals(3, counters.get(1).get(Ending.HANDOVER_FULL));
        held.forEach(memory::putBackRx);
    }

    /** A message that does not fit before the ring's end leaves a gap there, which is no frame. */
    @Test
    void shouldTakeWhatLiesBehindTheEndOfTheRingAtTheEnd() {
        final byte[] frame = data();
        int taken = 0;
        for (int first = 1; first < RING; first++) {
            for (int i = 0; i < first; i++) {
                arrive(0, frame);
            }
            final long dropped = counters.get(0).get(Ending.HANDOVER_FULL);
            handed.get(1).finish(cycle);
            taken = (int) (counters.get(0).get(Tally.STEERED_WRONG) - dropped);
            assertEquals(taken, in(1), "after " + first);
            assertEquals(0, counters.get(1).get(Ending.HANDOVER_FULL), "after " + first);
        }
        assertTrue(taken > RING);
    }
}
