package io.polycast.dataplane.appliance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.cepheus.view.GroupView;
import io.polycast.dataplane.control.SetCondition;
import io.polycast.dataplane.control.SetOutcome;
import io.polycast.dataplane.groups.GroupOrigin;
import io.polycast.dataplane.opening.ApplianceException;
import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.mrp.MrpType;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Opcode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Groups that hosts register with a whole switch, over a restart, until they are removed. */
@Timeout(300)
class RegistrationApplianceTest {
    private static final byte[] SECRET = new byte[32];

    @TempDir private Path dir;

    @BeforeEach
    void writeKey() throws Exception {
        key(SECRET, "rw-------");
    }

    private void key(final byte[] secret, final String mode) throws Exception {
        final Path file = dir.resolve("mrp.key");
        Files.writeString(file, HexFormat.of().formatHex(secret) + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    private String yaml(final String threading, final int shards, final String state) {
        return """
        switch: {name: leaf1, mac: "02:00:00:00:00:fe", mcstPrefix: 10.255.0.0/16}
        pipeline: {threading: %s, shards: %d, steering: %5$s}
        limits: {maxGroups: 16, maxPaths: 64}
        registration:
          keys: [{id: 1, file: %3$s/mrp.key}]
          unicast:
            - {prefix: 10.0.0.1/32, hops: [{port: p0, host: {}}]}
            - {prefix: 10.0.0.2/32, hops: [{port: p1, host: {}}]}
            - {prefix: 10.0.0.3/32, hops: [{port: p2, host: {}}]}
        ports: [{name: p0, driver: memory}, {name: p1, driver: memory}, {name: p2, driver: memory}]
        control: {socket: %3$s/%4$s.sock, counters: %3$s/%4$s.counters, state: %3$s/%4$s.state}
        groups:
          - {id: 10.255.0.200, paths: [{port: p0, switch: {mac: "02:00:00:00:00:01"}}]}
        """
                .formatted(
                        threading,
                        shards,
                        dir,
                        state,
                        shards > 1 && threading.equals("fused") ? "destination" : "none");
    }

    private static byte[] data(final int psn) {
        return RoceFrame.ipv4()
                .srcMac(MrpHosts.mac(0))
                .dstMac(MrpHosts.SWITCH_MAC)
                .src("10.0.0.1")
                .dst("10.255.0.1")
                .opcode(Opcode.SEND_ONLY)
                .destQpn(1)
                .psn(psn)
                .payload(new byte[] {1, 2, 3, 4})
                .build();
    }

    @ParameterizedTest
    @CsvSource({"fused, 1", "staged, 2", "fused, 3"})
    void shouldServeRegisteredGroupsOverARestart(final String threading, final int shards)
            throws Exception {
        final String yaml = yaml(threading, shards, "c");
        try (ApplianceRig rig = new ApplianceRig(yaml)) {
            final MrpHosts hosts = new MrpHosts(rig, 3, SECRET, 1);
            for (int group = 1; group <= 3; group++) {
                hosts.register(group, 65_535);
            }
            rig.send(new RandomTraffic.Step(0, data(100)));
            ApplianceRig.await(
                    "copies", () -> rig.appliance.counters().total(Ending.REPLICATED) == 1);
            assertEquals(4, rig.appliance.groups().size());
            final int id = MrpHosts.group(1).last32();
            assertEquals(GroupOrigin.REGISTRATION, rig.appliance.origin(id));
            assertEquals(65_535, ((GroupView) rig.appliance.group(id)).registered().revision());
            // As after kill -9: what is on the disk now is all that the next process has.
            Files.copy(dir.resolve("c.state.groups"), dir.resolve("d.state.groups"));
        }
        try (ApplianceRig rig = new ApplianceRig(yaml(threading, shards, "d"))) {
            assertEquals(List.of(), rig.appliance.warnings());
            assertEquals(4, rig.appliance.groups().size());
            final MrpHosts hosts = new MrpHosts(rig, 3, SECRET, 1L << 32);
            hosts.register(2, 0);
            for (int group = 1; group <= 3; group++) {
                final int revision = group == 2 ? 0 : 65_535;
                hosts.order(group, MrpType.REMOVE, revision);
                for (int host = 1; host < 3; host++) {
                    hosts.await(host + " REMOVE " + revision);
                    hosts.answer(host, group, MrpType.REMOVED, revision);
                }
                hosts.await("0 REMOVED " + revision);
            }
            assertEquals(1, rig.appliance.groups().size(), "that of the file");
            ApplianceRig.await("the journal", () -> !hasGroups("d"));
        }
        try (ApplianceRig rig = new ApplianceRig(yaml(threading, shards, "d"))) {
            assertEquals(1, rig.appliance.groups().size());
        }
    }

    /** The removal of a group is the last line of the journal that names it. */
    private boolean hasGroups(final String state) {
        try {
            final List<String> lines = Files.readAllLines(dir.resolve(state + ".state.groups"));
            return lines.stream().filter(line -> line.contains("\"unset\":")).count() < 3;
        } catch (final java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void shouldRefuseCommandsForRegisteredGroupsAndMrpForThoseOfTheFile() throws Exception {
        final String yaml = yaml("fused", 1, "c");
        try (ApplianceRig rig = new ApplianceRig(yaml)) {
            final MrpHosts hosts = new MrpHosts(rig, 3, SECRET, 1);
            hosts.register(1, 1);
            final SetOutcome outcome =
                    rig.appliance
                            .setGroups(
                                    List.of(
                                            ConfigurationReader.parseGroup(
                                                    "entry",
                                                    "{id: 10.255.0.1, paths: [{port: p1, switch:"
                                                            + " {mac: \"02:00:00:00:00:09\"}}]}",
                                                    rig.appliance.configuration())),
                                    SetCondition.NONE)
                            .get(0);
            assertNotNull(outcome.refusal());
            assertTrue(
                    outcome.refusal().getMessage().contains("was registered by its leader"),
                    outcome.refusal().getMessage());
            assertEquals(
                    GroupOrigin.REGISTRATION, rig.appliance.origin(MrpHosts.group(1).last32()));
            hosts.order(200, MrpType.REMOVE, 1);
            assertEquals(1, rig.appliance.counters().total(Ending.REGISTRATION_STATIC));
            assertTrue(rig.appliance.unsetGroup(MrpHosts.group(1).last32()));
            assertEquals(1, rig.appliance.groups().size());
        }
    }

    @Test
    void shouldTakeAnotherKeyWhenItsFileChanges() throws Exception {
        try (ApplianceRig rig = new ApplianceRig(yaml("fused", 1, "c"))) {
            final byte[] other = new byte[40];
            other[0] = 1;
            key(other, "rw-------");
            final MrpHosts hosts = new MrpHosts(rig, 3, other, 1);
            ApplianceRig.await(
                    "the other key",
                    () -> {
                        // The budget of the port grows with the switch's time.
                        rig.nowNs.addAndGet(100_000);
                        hosts.order(1, MrpType.REMOVE, 1);
                        return rig.appliance.counters().total(Ending.REGISTRATION_TAKEN) > 0;
                    });
            hosts.register(1, 1);
        }
    }

    @Test
    void shouldNotStartWithoutItsKey() throws Exception {
        key(SECRET, "rw-r--r--");
        refuse("may be read by others; run: chmod 600 ");
        key(new byte[31], "rw-------");
        refuse("31 bytes, and at least 32 are needed; make one with: ");
        Files.delete(dir.resolve("mrp.key"));
        refuse("key file ");
    }

    private void refuse(final String why) {
        final String message =
                assertThrows(
                                ApplianceException.class,
                                () -> new ApplianceRig(yaml("fused", 1, "c")).close())
                        .getMessage();
        assertTrue(message.contains(why), message);
    }
}
