package io.polycast.dataplane.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.role.GroupDatapath;
import io.polycast.dataplane.appliance.Appliance;
import io.polycast.dataplane.config.SteeringRules;
import io.polycast.dataplane.opening.ApplianceException;
import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.wire.Ipv4;
import io.polycast.xdp.port.FrameMemory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two fused shards over devices of two queues; each group has three hosts, the first one sends. */
@Tag("root")
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class FusedShardsTest {
    private static final int SHARDS = 2;
    private static final int MEMBERS = 3;
    private static final int MESSAGES = 30;

    /** One of each shard. */
    private static final List<String> GROUPS = List.of("10.255.0.1", "10.255.0.2");

    @TempDir private Path directory;

    private String yaml(final String pipeline, final int shards, final int hosts) {
        final StringBuilder yaml = new StringBuilder("switch: {mac: \"02:00:00:00:00:fe\"}\n");
        yaml.append("protocol: {nakRepeat: 1ms}\n");
        yaml.append("pipeline: {threading: fused, steering: destination, shards: ");
        yaml.append(shards).append(pipeline).append("}\n");
        yaml.append("control: {socket: ").append(directory.resolve("s"));
        yaml.append(", counters: ").append(directory.resolve("c"));
        yaml.append(", state: ").append(directory.resolve("f")).append("}\nports:\n");
        for (int i = 0; i < hosts; i++) {
            yaml.append("  - {name: p").append(i);
            yaml.append(", driver: af_xdp, ringSize: 256, device: p").append(i).append("}\n");
        }
        return yaml.toString();
    }

    private String groups() {
        final StringBuilder yaml = new StringBuilder("groups:\n");
        for (int g = 0; g < GROUPS.size(); g++) {
            yaml.append("  - id: ").append(GROUPS.get(g)).append("\n    paths:\n");
            for (int i = g * MEMBERS; i < (g + 1) * MEMBERS; i++) {
                yaml.append("      - {port: p").append(i).append(", host: {ip: 10.0.0.");
                yaml.append(i + 1).append(", mac: \"02:00:00:00:00:0").append(i + 1);
                yaml.append("\", qpn: ").append(0x100 + i).append("}}\n");
            }
        }
        return yaml.toString();
    }

    private static int shardOf(final String group) {
        return SteeringRules.shardOf(Ipv4.parse(group), SHARDS);
    }

    private static Appliance start(final QueuesLab lab, final String yaml) throws Exception {
        return lab.inSwitch(() -> Appliance.start(ConfigurationReader.parse("test", yaml)));
    }

    @ParameterizedTest
    @CsvSource({"user, true", "user, false", "kernel, true", "kernel, false"})
    void shouldServeEachGroupOnItsShardHoweverItsFramesCome(
            final String datapath, final boolean steered) throws Exception {
        try (QueuesLab lab = new QueuesLab(GROUPS.size() * MEMBERS, SHARDS);
                Appliance appliance =
                        start(
                                lab,
                                yaml(", datapath: " + datapath, SHARDS, GROUPS.size() * MEMBERS)
                                        + groups())) {
            final List<SoftHost> hosts = new ArrayList<>();
            for (int i = 0; i < GROUPS.size() * MEMBERS; i++) {
                final String group = GROUPS.get(i / MEMBERS);
                final int right = shardOf(group);
                hosts.add(
                        new SoftHost(
                                i,
                                group,
                                lab.host(i),
                                lab.memories(i),
                                steered ? right : SHARDS - 1 - right));
            }
            final boolean kernel = datapath.equals("kernel");
            // One small message after the other: quiet moments, in which the groups move.
            do {
                post(hosts, 1000);
                awaitDone(hosts);
            } while (kernel && !inKernel(appliance));
            for (int n = 0; n < MESSAGES; n++) {
                post(hosts, SoftHost.MESSAGE);
                awaitDone(hosts);
            }
            for (int i = 0; i < hosts.size(); i++) {
                assertEquals("", hosts.get(i).problem());
                final SoftHost sender = hosts.get(i / MEMBERS * MEMBERS);
                final long bytes =
                        1000 * (sender.posted() - MESSAGES) + (long) MESSAGES * SoftHost.MESSAGE;
                assertEquals(sender == hosts.get(i) ? 0 : bytes, hosts.get(i).received());
            }
            final long wrong = appliance.counters().total(Tally.STEERED_WRONG);
            assertTrue(steered ? wrong == 0 : wrong > 2 * MESSAGES, "steered wrong: " + wrong);
            assertEquals(0, appliance.counters().total(Ending.HANDOVER_FULL));
            assertEquals(0, appliance.counters().total(Ending.UNKNOWN_GROUP));
            final long frames = appliance.counters().total(Tally.KERNEL_FRAMES);
            assertTrue(kernel ? frames > MESSAGES * 30 : frames == 0, frames + " in the kernel");
        }
    }

    private static boolean inKernel(final Appliance appliance) throws Exception {
        return appliance.groups().stream().allMatch(g -> g.datapath() == GroupDatapath.KERNEL);
    }

    private static void post(final List<SoftHost> hosts, final int length) {
        for (int i = 0; i < hosts.size(); i += MEMBERS) {
            assertTrue(hosts.get(i).post(false, length));
        }
    }

    private static void awaitDone(final List<SoftHost> hosts) {
        until(hosts, () -> hosts.stream().allMatch(host -> host.completed() == host.posted()));
    }

    private static void until(final List<SoftHost> hosts, final BooleanSupplier condition) {
        KernelRun.await(
                "messages",
                () -> {
                    final long nowNs = System.nanoTime();
                    hosts.forEach(host -> host.work(nowNs));
                    return condition.getAsBoolean();
                });
    }

    @Test
    void shouldForwardWireFramesOnTheQueueTheyCameBy() throws Exception {
        final String wired = yaml("", SHARDS, 2) + "wires: [[p0, p1]]\n";
        try (QueuesLab lab = new QueuesLab(2, SHARDS);
                Appliance appliance = start(lab, wired)) {
            final int frames = 100;
            final int[] arrived = new int[SHARDS];
            // Sent until enough have come: a queue that has only just been opened may lose some.
            KernelRun.await(
                    "frames on both queues",
                    () -> {
                        for (int queue = 0; queue < SHARDS; queue++) {
                            if (arrived[queue] < frames) {
                                sendOne(lab, queue);
                            }
                            final int on = queue;
                            final FrameMemory memory = lab.memories(1).get(queue);
                            lab.host(1)
                                    .get(queue)
                                    .receive(
                                            (port, offset, length, atNs) -> {
                                                assertEquals(100 + on, length);
                                                arrived[on]++;
                                                memory.release(offset);
                                            },
                                            64);
                        }
                        return arrived[0] >= frames && arrived[1] >= frames;
                    });
            assertTrue(appliance.counters().total(Ending.FORWARDED) >= SHARDS * frames);
        }
    }

    private static void sendOne(final QueuesLab lab, final int queue) {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[100 + queue]);
        frame.setMemory(0, frame.capacity(), (byte) 0x5A);
        lab.host(0).get(queue).send(frame, 0, frame.capacity());
        lab.host(0).get(queue).flush();
    }

    @Test
    void shouldNotStartWithMoreShardsThanQueues() throws Exception {
        try (QueuesLab lab = new QueuesLab(2, SHARDS)) {
            final ApplianceException refused =
                    assertThrows(
                            ApplianceException.class, () -> start(lab, yaml("", SHARDS + 1, 2)));
            assertEquals(
                    "port p0: device p0 has 2 queues each way < 3 shards; ethtool -L p0 rx 3 tx 3,"
                            + " or lower pipeline.shards",
                    refused.getMessage());
        }
    }

    @Test
    void shouldHaveAGroupOfEachShard() {
        assertEquals(SHARDS, GROUPS.stream().mapToInt(FusedShardsTest::shardOf).distinct().count());
    }
}
