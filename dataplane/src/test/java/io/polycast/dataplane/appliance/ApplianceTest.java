package io.polycast.dataplane.appliance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.cepheus.view.GroupView;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.EngineConfig;
import io.polycast.dataplane.config.PipelineConfig;
import io.polycast.dataplane.config.PipelineConfig.Buffers;
import io.polycast.dataplane.control.ControlException;
import io.polycast.dataplane.control.SetCondition;
import io.polycast.dataplane.control.SetOutcome;
import io.polycast.dataplane.control.SwitchStalledException;
import io.polycast.dataplane.counters.CountersReader;
import io.polycast.dataplane.counters.DutyCycle;
import io.polycast.dataplane.counters.PortCounters;
import io.polycast.dataplane.disk.FileSizeLimit;
import io.polycast.dataplane.groups.GroupDirectory;
import io.polycast.dataplane.opening.ApplianceException;
import io.polycast.dataplane.opening.PortOpener;
import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Opcode;
import io.polycast.xdp.memory.MemoryPort;
import io.polycast.xdp.port.PortException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(120)
class ApplianceTest {
    @TempDir private Path dir;

    private String yaml(final String threading, final int shards) {
        return RandomTraffic.configuration(threading, shards, "feedback", dir);
    }

    private static RandomTraffic.Step data(final int psn) {
        return new RandomTraffic.Step(
                0,
                RoceFrame.ipv4()
                        .src("10.0.0.1")
                        .dst("10.255.0.1")
                        .opcode(Opcode.SEND_ONLY)
                        .destQpn(1)
                        .psn(psn)
                        .ackReq(true)
                        .payload(new byte[64])
                        .build());
    }

    @ParameterizedTest
    @CsvSource({"fused, 1", "staged, 1", "staged, 2"})
    void shouldNotLoseWhatWasReadWhenStopped(final String threading, final int shards)
            throws Exception {
        final int frames = 500;
        final ApplianceRig rig = new ApplianceRig(yaml(threading, shards));
        for (int i = 0; i < frames; i++) {
            rig.inject(data(i));
        }
        rig.awaitEnded();
        rig.close();
        try (CountersReader counters = CountersReader.open(dir.resolve("c.counters"))) {
            assertFalse(counters.isRunning());
            assertEquals(frames, counters.total(Ending.REPLICATED));
            assertEquals(frames, counters.total(Tally.FRAMES_IN));
            final List<PortCounters> ports = counters.ports();
            assertEquals(frames, ports.get(0).received().frames());
            for (int port = 1; port < 4; port++) {
                final PortCounters.Sent sent = ports.get(port).sent();
                assertEquals(frames, sent.frames() + sent.ringFull());
            }
            assertTrue(counters.dutyCycles().stream().allMatch(cycle -> cycle.cycles() > 0));
        }
        assertEquals(0, rig.appliance.memory().chunksInUse());
        assertFalse(Files.exists(dir.resolve("c.sock")));
    }

    @Test
    void shouldNameItsThreadsSoThatTheKernelShowsThem() throws Exception {
        try (ApplianceRig rig = new ApplianceRig(yaml("staged", 2))) {
            ApplianceRig.await(
                    "all threads",
                    () ->
                            rig.appliance.counters().dutyCycles().stream()
                                    .allMatch(cycle -> cycle.cycles() > 0));
            assertEquals(
                    List.of("pc-rx-0", "pc-core-0", "pc-core-1", "pc-tx-0"),
                    rig.appliance.counters().dutyCycles().stream().map(DutyCycle::thread).toList());
            final Set<String> alive =
                    Thread.getAllStackTraces().keySet().stream()
                            .map(Thread::getName)
                            .filter(name -> name.startsWith("pc-"))
                            .collect(Collectors.toSet());
            assertEquals(Set.of("pc-rx-0", "pc-core-0", "pc-core-1", "pc-tx-0", "pc-ctl"), alive);
        }
    }

    @ParameterizedTest
    @CsvSource({"fused, 1", "staged, 1", "staged, 3"})
    void shouldKeepOrderThroughWireBothWays(final String threading, final int shards)
            throws Exception {
        try (ApplianceRig rig = new ApplianceRig(yaml(threading, shards))) {
            final RandomTraffic traffic = new RandomTraffic(7);
            final List<List<String>> sent = List.of(new ArrayList<>(), new ArrayList<>());
            final List<List<String>> left = List.of(new ArrayList<>(), new ArrayList<>());
            for (int i = 0; i < 2_000; i++) {
                // RoCE between hosts, so that shards are tempted, and bytes of no meaning.
                final byte[] frame =
                        RoceFrame.ipv4()
                                .src("10.0.0.9")
                                .dst("10.0.1." + i % 200)
                                .opcode(Opcode.SEND_ONLY)
                                .destQpn(i)
                                .psn(i)
                                .payload(new byte[4 * (i % 50)])
                                .build();
                final byte[] other = traffic.next().frame();
                final boolean roce = i % 3 != 0;
                final byte[] chosen = roce || other.length < 20 ? frame : noType(other, i);
                sent.get(i % 2).add(HexFormat.of().formatHex(chosen));
                rig.inject(new RandomTraffic.Step(4 + i % 2, chosen));
                if (i % 20 == 19) {
                    rig.awaitEnded();
                    drainWire(rig, left);
                }
            }
            rig.awaitEnded();
            ApplianceRig.await(
                    "the writer",
                    () -> {
                        drainWire(rig, left);
                        return left.get(0).size() + left.get(1).size() >= 2_000;
                    });
            assertEquals(sent.get(0), left.get(1));
            assertEquals(sent.get(1), left.get(0));
            assertEquals(2_000, rig.appliance.counters().total(Ending.FORWARDED));
        }
    }

    /** An EtherType that nobody looks at. */
    private static byte[] noType(final byte[] frame, final int i) {
        frame[12] = (byte) 0x88;
        frame[13] = (byte) 0xCC;
        frame[14] = (byte) i;
        return frame;
    }

    private static void drainWire(final ApplianceRig rig, final List<List<String>> left) {
        final List<List<String>> out = rig.drain();
        left.get(0).addAll(out.get(4));
        left.get(1).addAll(out.get(5));
    }

    /** Acknowledgements belong to an exchange, which a start ends. */
    @Test
    void shouldBeginAnewAfterARestart() throws Exception {
        try (ApplianceRig rig = new ApplianceRig(yaml("fused", 1))) {
            rig.send(data(100));
            rig.send(
                    new RandomTraffic.Step(
                            1, RoceFrame.ack("10.0.0.2", "10.255.0.1", 1, 100, 0x1F, 5).build()));
            assertEquals(
                    100, ((GroupView) rig.appliance.group(0x0AFF0001)).paths().get(1).ackPsn());
        }
        try (ApplianceRig rig = new ApplianceRig(yaml("fused", 1))) {
            assertEquals(-1, ((GroupView) rig.appliance.group(0x0AFF0001)).progress().sourcePath());
            assertEquals(
                    "unknown",
                    ((GroupView) rig.appliance.group(0x0AFF0001)).paths().get(1).state());
            rig.send(data(100));
            assertEquals(
                    100, ((GroupView) rig.appliance.group(0x0AFF0001)).progress().highestPsn());
            assertEquals(
                    "unknown",
                    ((GroupView) rig.appliance.group(0x0AFF0001)).paths().get(1).state());
        }
    }

    private static GroupSpec member(final String yaml, final int last) throws Exception {
        return (GroupSpec)
                ConfigurationReader.parseGroup(
                        "entry",
                        "{id: 10.255.0.%d, initialPsn: 5, paths: [{port: p1, host: {ip: 10.0.0.9, mac: \"02:00:00:00:00:09\", qpn: 9}}]}"
                                .formatted(last),
                        ConfigurationReader.parse("test.yaml", yaml));
    }

    @ParameterizedTest
    @CsvSource({"fused, 1", "staged, 3"})
    void shouldBringGroupsThatWereSetAtRunTimeBack(final String threading, final int shards)
            throws Exception {
        final String yaml = yaml(threading, shards);
        try (ApplianceRig rig = new ApplianceRig(yaml)) {
            for (int last = 100; last < 110; last++) {
                rig.appliance.setGroup(member(yaml, last));
            }
            assertTrue(rig.appliance.unsetGroup(0x0AFF0000 | 105));
        }
        try (ApplianceRig rig = new ApplianceRig(yaml)) {
            assertEquals(9, rig.appliance.keptGroups());
            assertEquals(
                    member(yaml, 100).paths(),
                    ((GroupView) rig.appliance.group(0x0AFF0000 | 100)).spec().paths());
            assertNull(rig.appliance.group(0x0AFF0000 | 105));
        }
        final Configuration configuration = ConfigurationReader.parse("test.yaml", yaml);
        try (Appliance appliance =
                Appliance.start(configuration, new StartOptions(PortOpener.STANDARD, true, null))) {
            assertEquals(0, appliance.keptGroups());
            assertNull(appliance.group(0x0AFF0000 | 100));
        }
        try (ApplianceRig rig = new ApplianceRig(yaml)) {
            assertEquals(0, rig.appliance.keptGroups());
        }
    }

    @Test
    @SuppressWarnings("try") // The limit is not touched.
    void shouldKeepTheTableWhenTheDiskIsFull() throws Exception {
        final String yaml = yaml("fused", 1);
        final Path journal = dir.resolve("c.state.groups");
        try (ApplianceRig rig = new ApplianceRig(yaml)) {
            rig.appliance.setGroup(member(yaml, 100));
            try (FileSizeLimit limit = new FileSizeLimit(Files.size(journal) + 20)) {
                final ControlException e =
                        assertThrows(
                                ControlException.class,
                                () -> rig.appliance.setGroup(member(yaml, 101)));
                assertEquals(ControlException.FAILED, e.exitCode());
                assertThrows(
                        ControlException.class, () -> rig.appliance.unsetGroup(0x0AFF0000 | 100));
            }
            assertNull(rig.appliance.group(0x0AFF0000 | 101));
            assertEquals(
                    1, ((GroupView) rig.appliance.group(0x0AFF0000 | 100)).spec().paths().size());
        }
        try (ApplianceRig rig = new ApplianceRig(yaml)) {
            assertEquals(1, rig.appliance.keptGroups());
        }
    }

    @Test
    void shouldLetTheConfigurationWinOverWhatWasSet() throws Exception {
        final String yaml = yaml("fused", 1);
        final GroupSpec configured;
        try (ApplianceRig rig = new ApplianceRig(yaml)) {
            configured = ((GroupView) rig.appliance.group(0x0AFF0001)).spec();
            rig.appliance.setGroup(member(yaml, 1));
            assertEquals(1, ((GroupView) rig.appliance.group(0x0AFF0001)).spec().paths().size());
        }
        try (ApplianceRig rig = new ApplianceRig(yaml)) {
            assertEquals(configured, ((GroupView) rig.appliance.group(0x0AFF0001)).spec());
        }
    }

    @Test
    void shouldStartWithoutGroupWhosePortIsGoneAndSaySo() throws Exception {
        final String yaml = yaml("fused", 1);
        try (ApplianceRig rig = new ApplianceRig(yaml)) {
            rig.appliance.setGroup(member(yaml, 77));
        }
        final Path journal = dir.resolve("c.state.groups");
        // By hand in the old format, whose lines have no checks.
        final String set = Files.readAllLines(journal).get(1);
        Files.writeString(
                journal,
                "{\"format\":\"polycast-groups\",\"version\":1}\n{"
                        + set.substring(set.indexOf("\"set\"")).replace("\"p1\"", "\"p77\"")
                        + "\n");
        try (ApplianceRig rig = new ApplianceRig(yaml)) {
            assertEquals(0, rig.appliance.keptGroups());
            assertEquals(1, rig.appliance.warnings().size());
            assertTrue(rig.appliance.warnings().get(0).contains("10.255.0.77"));
            assertTrue(rig.appliance.warnings().get(0).contains("p77"));
            assertTrue(rig.appliance.unsetGroup(0x0AFF0000 | 77));
        }
        try (ApplianceRig rig = new ApplianceRig(yaml)) {
            assertEquals(List.of(), rig.appliance.warnings());
        }
    }

    @Test
    void shouldRefuseSecondSwitchOnSameFiles() throws Exception {
        try (ApplianceRig rig = new ApplianceRig(yaml("fused", 1))) {
            final ApplianceException e =
                    assertThrows(
                            ApplianceException.class,
                            () ->
                                    Appliance.start(
                                            ConfigurationReader.parse("c", yaml("fused", 1))));
            assertEquals(ApplianceException.USAGE, e.exitCode());
            assertTrue(e.getMessage().contains("is in use by another switch"), e.getMessage());
            rig.send(data(1));
        }
    }

    @Test
    void shouldLeaveNothingOpenWhenPortCannotBeOpened() throws Exception {
        final PortOpener broken =
                (index, port, memory) -> {
                    if (index == 3) {
                        throw new PortException(PortException.Kind.DEVICE, "no p3; plug it in");
                    }
                    return PortOpener.STANDARD.open(index, port, memory);
                };
        final ApplianceException e =
                assertThrows(
                        ApplianceException.class,
                        () ->
                                Appliance.start(
                                        ConfigurationReader.parse("c", yaml("fused", 1)), broken));
        assertEquals(ApplianceException.MISSING, e.exitCode());
        assertEquals("no p3; plug it in", e.getMessage());
        assertFalse(Files.exists(dir.resolve("c.counters")));
        assertFalse(Files.exists(dir.resolve("c.state")));
        try (ApplianceRig rig = new ApplianceRig(yaml("fused", 1))) {
            rig.send(data(1));
        }
    }

    @Test
    void shouldKeepTheStateOfAnEarlierProcessWhenTheStartFails() throws Exception {
        new ApplianceRig(yaml("fused", 1)).close();
        final String unfit =
                yaml("fused", 1)
                        .replace("name: p2, driver: memory", "name: p2, driver: memory, mtu: 9000");
        assertThrows(
                ApplianceException.class,
                () -> Appliance.start(ConfigurationReader.parse("c", unfit)));
        assertTrue(Files.exists(dir.resolve("c.state")));
        assertFalse(Files.exists(dir.resolve("c.counters")));
    }

    /** The control socket comes last. */
    @Test
    void shouldLeaveNoFilesWhenTheControlSocketCannotBeHad() throws Exception {
        Files.createDirectory(dir.resolve("c.sock"));
        assertThrows(
                ApplianceException.class,
                () -> Appliance.start(ConfigurationReader.parse("c", yaml("fused", 1))));
        assertFalse(Files.exists(dir.resolve("c.counters")));
        assertFalse(Files.exists(dir.resolve("c.state")));
    }

    @Test
    void shouldRefuseMtuThatPortCannotCarry() {
        final String yaml =
                yaml("fused", 1)
                        .replace("name: p2, driver: memory", "name: p2, driver: memory, mtu: 9000");
        final ApplianceException e =
                assertThrows(
                        ApplianceException.class,
                        () -> Appliance.start(ConfigurationReader.parse("c", yaml)));
        assertEquals(ApplianceException.USAGE, e.exitCode());
        assertTrue(e.getMessage().startsWith("port p2: mtu=9000 > 3818"), e.getMessage());
    }

    @Test
    void shouldNotStartWhenTheKernelIsDemandedAndNoPortCanServe() throws Exception {
        final String demanding =
                yaml("fused", 1).replace("pipeline: {", "pipeline: {datapath: kernel, ");
        final Configuration configuration = ConfigurationReader.parse("c", demanding);
        assertTrue(
                configuration.warnings().toString().contains("the switch will not start"),
                configuration.warnings().toString());
        final ApplianceException refused =
                assertThrows(ApplianceException.class, () -> Appliance.start(configuration));
        assertEquals(ApplianceException.MISSING, refused.exitCode());
        assertTrue(
                refused.getMessage().contains("no port is of driver af_xdp"), refused.getMessage());
    }

    @Test
    void shouldStopLoudlyWhenThreadBreaks() throws Exception {
        final PortOpener breaking =
                (index, port, memory) ->
                        new BreakingPort(PortOpener.STANDARD.open(index, port, memory));
        try (Appliance appliance =
                Appliance.start(ConfigurationReader.parse("c", yaml("staged", 1)), breaking)) {
            assertEquals("broken on purpose", appliance.awaitStop().getMessage());
        }
    }

    @Test
    void shouldLeaveNothingOpenWhenThreadsCannotBeMade() throws Exception {
        final Configuration c = ConfigurationReader.parse("c", yaml("staged", 1));
        final PipelineConfig p = c.pipeline();
        final PipelineConfig odd =
                new PipelineConfig(
                        p.threading(),
                        p.datapath(),
                        p.waiting(),
                        p.shards(),
                        p.steering(),
                        p.verifyIcrc(),
                        new Buffers(
                                p.buffers().batch(),
                                63,
                                p.buffers().chunks(),
                                p.buffers().chunkSize()));
        final Configuration broken =
                new Configuration(
                        c.file(),
                        c.identity(),
                        new EngineConfig(odd, c.roleSettings(), c.limits(), c.kernel()),
                        c.ports(),
                        c.wires(),
                        c.control(),
                        c.groups(),
                        c.warnings());
        assertThrows(IllegalArgumentException.class, () -> Appliance.start(broken));
        try (ApplianceRig rig = new ApplianceRig(yaml("staged", 1))) {
            rig.send(data(1));
        }
    }

    @Test
    void shouldNeverCarryOutWhatWasRefusedAsNotAnswered() throws Exception {
        final AtomicBoolean held = new AtomicBoolean();
        final NanoClock clock =
                () -> {
                    while (held.get()) {
                        LockSupport.parkNanos(1_000_000);
                    }
                    return 1_000_000_000L;
                };
        // One of these is not for shard 0, where frames go that are for no group.
        final Configuration c = ConfigurationReader.parse("c", yaml("staged", 2));
        int id = 0x0AFF0004;
        while (new GroupDirectory(2).owner(id) == 0) {
            id++;
        }
        final GroupSpec first = (GroupSpec) c.groups().get(0);
        final GroupSpec late =
                new GroupSpec(
                        id,
                        first.memoryBase(),
                        first.initialPsn(),
                        false,
                        first.fatalNak(),
                        first.silent(),
                        first.silentAfterNs(),
                        first.paths());
        try (Appliance appliance =
                Appliance.start(c, StartOptions.with(PortOpener.STANDARD), clock)) {
            held.set(true);
            final List<SetOutcome> outcomes =
                    appliance.setGroups(List.of(late, first, late), SetCondition.NONE);
            for (final SetOutcome each : outcomes) {
                assertSame(outcomes.get(0).refusal(), each.refusal(), "no more are tried");
            }
            assertInstanceOf(SwitchStalledException.class, outcomes.get(0).refusal());
            final ControlException unset =
                    assertThrows(
                            SwitchStalledException.class,
                            () -> appliance.unsetGroup(first.mcstId()));
            held.set(false);
            // Commands are carried out in order: those refused came before this one.
            assertNull(appliance.group(id), "refused, so not installed later");
            assertEquals(0, appliance.version(id));
            assertEquals(
                    4,
                    ((GroupView) appliance.group(first.mcstId())).paths().size(),
                    unset.getMessage());
            assertEquals(1, appliance.version(first.mcstId()));
            assertNull(appliance.setGroups(List.of(late), SetCondition.NONE).get(0).refusal());
            assertEquals(4, ((GroupView) appliance.group(id)).paths().size());
            final byte[] frame =
                    RoceFrame.ipv4()
                            .src("10.0.0.1")
                            .dst("10.255.0." + (id & 0xFF))
                            .opcode(Opcode.SEND_ONLY)
                            .destQpn(1)
                            .psn(1)
                            .payload(new byte[64])
                            .build();
            final MemoryPort port = (MemoryPort) appliance.port("p0");
            assertTrue(port.inject(new UnsafeBuffer(frame), 0, frame.length));
            ApplianceRig.await(
                    "the frame to end", () -> appliance.counters().total(Tally.FRAMES_IN) == 1);
            ApplianceRig.await(
                    "its copies",
                    () ->
                            appliance.counters().total(Ending.REPLICATED) == 1
                                    || appliance.counters().total(Ending.UNKNOWN_GROUP) == 1);
            assertEquals(0, appliance.counters().total(Ending.UNKNOWN_GROUP));
        }
    }

    @Test
    void shouldReturnFromWaitingWhenAskedToStop() throws Exception {
        try (ApplianceRig rig = new ApplianceRig(yaml("fused", 1))) {
            rig.appliance.requestStop();
            assertNull(rig.appliance.awaitStop());
        }
    }
}
