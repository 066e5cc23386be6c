package io.polycast.dataplane.schema.cepheus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.PortConfig;
import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.dataplane.yaml.ConfigurationException;
import io.polycast.mft.spec.FatalNakPolicy;
import io.polycast.mft.spec.GroupPolicy;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.MemorySpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.mft.spec.SilentPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class GroupWriterTest {
    private static final Configuration CONFIGURATION;

    static {
        try {
            CONFIGURATION =
                    ConfigurationReader.parse(
                            "test.yaml",
                            """
                            switch: {mac: "02:00:00:00:00:fe", mcstPrefix6: "fd00:6d63::/96"}
                            ports:
                              - {name: p0, driver: memory}
                              - {name: "0x1", driver: memory}
                              - {name: "on", driver: memory}
                            """);
        } catch (final ConfigurationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @Property
    void shouldReadBackTheSameGroup(@ForAll final long seed) throws ConfigurationException {
        final GroupSpec group = group(new Random(seed));
        final List<String> names = CONFIGURATION.ports().stream().map(PortConfig::name).toList();
        final String text = GroupWriter.of(group, names).toString();
        assertEquals(group, ConfigurationReader.parseGroup("entry", text, CONFIGURATION), text);
    }

    private static GroupSpec group(final Random random) {
        final boolean ipv6 = random.nextBoolean();
        final List<PathSpec> paths = new ArrayList<>();
        final int count = 1 + random.nextInt(5);
        for (int i = 0; i < count; i++) {
            paths.add(path(random, i, ipv6));
        }
        return new GroupSpec(
                0x0AFF0000 | random.nextInt(0x10000),
                random.nextLong(),
                random.nextBoolean() ? GroupSpec.UNKNOWN_PSN : random.nextInt(1 << 24),
                random.nextBoolean(),
                new GroupPolicy(
                        FatalNakPolicy.values()[random.nextInt(FatalNakPolicy.values().length)],
                        SilentPolicy.values()[random.nextInt(SilentPolicy.values().length)],
                        1_000_000L + random.nextInt(2_000_000_000)),
                random.nextBoolean() ? GroupSpec.NO_EPOCH : random.nextLong(1L << 32),
                paths);
    }

    private static PathSpec path(final Random random, final int index, final boolean ipv6) {
        final int port = random.nextInt(3);
        // Different tags keep paths apart.
        final int vlan = index == 0 ? PathSpec.ANY_VLAN : index;
        final long mac = 0x0200_0000_0000L | random.nextInt(1 << 24);
        final int firstPsn =
                random.nextBoolean() ? PathSpec.NO_FIRST_PSN : random.nextInt(0x100_0000);
        if (random.nextInt(4) == 0) {
            return new PathSpec(port, vlan, null, mac, 0, null, firstPsn);
        }
        final byte[] ip = new byte[ipv6 ? 16 : 4];
        random.nextBytes(ip);
        ip[0] = (byte) (ipv6 ? 0xfd : 10);
        ip[1] = 1;
        // Two paths of one host need a vlan each, which the first path has not.
        ip[ip.length - 1] = (byte) index;
        final MemorySpec memory =
                switch (random.nextInt(3)) {
                    case 0 -> null;
                    case 1 -> new MemorySpec(random.nextLong(), random.nextInt(), 0);
                    default ->
                            new MemorySpec(
                                    random.nextLong() >>> 1,
                                    random.nextInt(),
                                    1L + random.nextInt(Integer.MAX_VALUE));
                };
        return new PathSpec(port, vlan, ip, mac, 2 + random.nextInt(0xFF_FFF0), memory, firstPsn);
    }
}
