package io.polycast.dataplane.appliance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.cepheus.view.GroupView;
import io.polycast.core.event.GroupEvents;
import io.polycast.dataplane.config.Addresses;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.groups.GroupOrigin;
import io.polycast.dataplane.groups.GroupSubscriber;
import io.polycast.dataplane.opening.PortOpener;
import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.mft.spec.GroupChange;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Opcode;
import io.polycast.xdp.memory.MemoryPort;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Events of a running switch reach a listener, by the control thread. */
@Timeout(120)
class ApplianceEventsTest {
    @TempDir private Path dir;
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final List<String> started = new CopyOnWriteArrayList<>();
    private final GroupEvents listener =
            new GroupEvents() {
                @Override
                public void sourceMoved(final int mcstId, final PathSpec from, final PathSpec to) {
                    tell("source " + from.port() + " to " + to.port());
                }

                @Override
                public void startWarning(final String what) {
                    told.add("start " + what);
                }
            };

    private final GroupSubscriber subscriber =
            new GroupSubscriber() {
                @Override
                public void started(final int mcstId, final GroupOrigin origin, final int paths) {
                    started.add(Addresses.formatQuad(mcstId) + " " + origin.word() + " " + paths);
                }

                @Override
                public void set(
                        final int mcstId,
                        final GroupOrigin origin,
                        final GroupChange change,
                        final int paths) {
                    told.add("set " + Addresses.formatQuad(mcstId) + " " + change.kind());
                }

                @Override
                public void gone(final int mcstId) {
                    told.add("unset " + Addresses.formatQuad(mcstId));
                }
            };

    private void tell(final String what) {
        told.add(what + " by " + Thread.currentThread().getName());
    }

    private static void inject(final Appliance appliance, final int source, final int psn) {
        final byte[] frame =
                RoceFrame.ipv4()
                        .src("10.0.0." + (source + 1))
                        .dst("10.255.0.1")
                        .opcode(Opcode.SEND_ONLY)
                        .destQpn(1)
                        .psn(psn)
                        .ackReq(true)
                        .payload(new byte[64])
                        .build();
        ((MemoryPort) appliance.port("p" + source))
                .inject(new UnsafeBuffer(frame), 0, frame.length);
    }

    private Configuration configuration(final String threading, final int shards) throws Exception {
        return ConfigurationReader.parse(
                "test.yaml", RandomTraffic.configuration(threading, shards, "feedback", dir));
    }

    private Appliance start(final Configuration configuration) throws Exception {
        return Appliance.start(
                configuration,
                new StartOptions(PortOpener.STANDARD, false, null, listener, subscriber, false));
    }

    @ParameterizedTest
    @CsvSource({"fused, 1", "staged, 1", "staged, 2"})
    void shouldTellSetsUnsetsAndMovesOfTheSource(final String threading, final int shards)
            throws Exception {
        final Configuration configuration = configuration(threading, shards);
        final GroupSpec group = (GroupSpec) configuration.groups().get(0);
        try (Appliance appliance = start(configuration)) {
            inject(appliance, 0, 0);
            ApplianceRig.await("a source", () -> source(appliance, group.mcstId()) >= 0);
            inject(appliance, 1, 0);
            ApplianceRig.await("a move of the source", () -> told.size() == 1);
            appliance.setGroup(group);
            appliance.unsetGroup(group.mcstId());
            appliance.setGroup(group);
            appliance.unsetGroup(group.mcstId() + 99);
        }
        assertEquals(
                List.of(
                        "source 0 to 1 by pc-ctl",
                        "set 10.255.0.1 ANEW",
                        "unset 10.255.0.1",
                        "set 10.255.0.1 CREATED"),
                told);
        assertEquals(
                List.of("10.255.0.1 file 4", "10.255.0.2 file 4", "10.255.0.3 file 4"), started);
    }

    private static int source(final Appliance appliance, final int mcstId) {
        try {
            return ((GroupView) appliance.group(mcstId)).progress().sourcePath();
        } catch (final Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldTellWhatIsLeftWhenItEnds() throws Exception {
        final Configuration configuration = configuration("fused", 1);
        final int mcstId = configuration.groups().get(0).mcstId();
        final Appliance appliance = start(configuration);
        inject(appliance, 0, 0);
        ApplianceRig.await("a source", () -> source(appliance, mcstId) >= 0);
        final int first = source(appliance, mcstId);
        inject(appliance, 1, 0);
        // A switch that ends reads its ports no more: the move must be made, not only injected.
        ApplianceRig.await("the other source", () -> source(appliance, mcstId) != first);
        appliance.close();
        assertEquals(1, told.size(), told::toString);
    }

    @Test
    void shouldTellAGroupThatIsNotBackAfterAStart() throws Exception {
        final Configuration configuration = configuration("fused", 1);
        final GroupSpec group = (GroupSpec) configuration.groups().get(0);
        final String other = Addresses.formatQuad(group.mcstId() + 77);
        try (Appliance appliance = start(configuration)) {
            appliance.setGroup(
                    new GroupSpec(
                            group.mcstId() + 77,
                            group.memoryBase(),
                            group.initialPsn(),
                            group.ucAllowed(),
                            group.fatalNak(),
                            group.silent(),
                            group.silentAfterNs(),
                            group.paths()));
        }
        told.clear();
        final String yaml =
                RandomTraffic.configuration("fused", 1, "feedback", dir)
                        .replaceAll("(?m)^  - \\{name: p3.*\\R", "");
        assertTrue(yaml.contains("p2"), yaml);
        final Configuration smaller =
                ConfigurationReader.parse("test.yaml", yaml.replaceAll("(?s)\\ngroups:.*", "\n"));
        try (Appliance appliance = start(smaller)) {
            assertEquals(1, appliance.warnings().size(), appliance.warnings()::toString);
            assertEquals(List.of("start " + appliance.warnings().get(0)), told);
            assertTrue(told.get(0).contains(other), told::toString);
        }
    }
}
