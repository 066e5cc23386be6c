package io.polycast.xdp.sys;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.xdp.lab.Namespaces;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Routes and neighbours of a namespace as its kernel tells them. */
@Tag("root")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RouteDumpTest {
    private static final int ROUTES = 2_000;

    @TempDir private Path dir;

    @Test
    void shouldReadAllRoutesAndNeighbours() throws Exception {
        try (Namespaces namespaces = new Namespaces()) {
            final String here = namespaces.add('a');
            Namespaces.veth(here, "p0", here, "e0", 1500);
            Namespaces.run("ip", "-n", here, "address", "add", "10.0.0.1/24", "dev", "p0");
            Namespaces.run(
                    "ip",
                    "-n",
                    here,
                    "neigh",
                    "add",
                    "10.0.0.2",
                    "lladdr",
                    "02:00:00:00:00:02",
                    "dev",
                    "p0");
            final StringBuilder batch = new StringBuilder();
            for (int i = 0; i < ROUTES; i++) {
                batch.append("route add 10.")
                        .append(1 + i / 256)
                        .append('.')
                        .append(i % 256)
                        .append(".0/24 via 10.0.0.2 dev p0\n");
            }
            final Path file = Files.createFile(dir.resolve("routes.batch"));
            Files.writeString(file, batch);
            Namespaces.run("ip", "-n", here, "-batch", file.toString());
            final int index = Namespaces.in(here, () -> new NetDevice("p0").index());
            final RouteMessages read = Namespaces.in(here, () -> new RouteDump().read());
            assertEquals(
                    ROUTES,
                    read.routes().stream()
                            .filter(
                                    each ->
                                            each.length() == 24
                                                    && each.hops().get(0).gateway().length == 4
                                                    && each.hops().get(0).ifindex() == index)
                            .count(),
                    "more than one datagram holds");
            assertTrue(
                    read.routes().stream()
                            .anyMatch(
                                    each ->
                                            each.length() == 24
                                                    && each.hops().get(0).gateway().length == 0));
            final RouteMessages.Neighbour neighbour =
                    read.neighbours().stream()
                            .filter(each -> each.mac() == 0x0200_0000_0002L)
                            .findFirst()
                            .orElseThrow();
            assertArrayEquals(new byte[] {10, 0, 0, 2}, neighbour.address());
        }
    }
}
