package io.polycast.dataplane.schema.cepheus.registration;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.mft.registration.UnicastTable.Hop;
import io.polycast.mft.registration.route.PrefixRoutes;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.wire.Ipv4;
import io.polycast.xdp.sys.RouteMessages;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KernelWaysTest {
    private static final long GATEWAY_MAC = 0x0200_0000_0102L;
    private static final long HOST_MAC = 0x0200_0000_0207L;

    private static byte[] ip(final String text) {
        return ByteBuffer.allocate(4).putInt(Ipv4.parse(text)).array();
    }

    private static RouteMessages.Hop via(final int ifindex, final String gateway) {
        return new RouteMessages.Hop(ifindex, ip(gateway));
    }

    private static RouteMessages.Hop link(final int ifindex) {
        return new RouteMessages.Hop(ifindex, new byte[0]);
    }

    private static RouteMessages.Route route(
            final String prefix,
            final int length,
            final long metric,
            final RouteMessages.Hop... hops) {
        return new RouteMessages.Route(ip(prefix), length, metric, List.of(hops));
    }

    /** Port 0 is device 11 and port 1 device 12; 13 is none. */
    private static PrefixRoutes table(final RouteMessages.Route... routes) {
        final List<RouteMessages.Neighbour> neighbours =
                List.of(
                        new RouteMessages.Neighbour(11, ip("10.0.1.2"), GATEWAY_MAC),
                        new RouteMessages.Neighbour(12, ip("10.0.2.7"), HOST_MAC),
                        new RouteMessages.Neighbour(12, ip("10.0.1.2"), HOST_MAC),
                        new RouteMessages.Neighbour(12, ip("10.0.6.7"), HOST_MAC),
                        new RouteMessages.Neighbour(13, ip("10.0.3.7"), HOST_MAC));
        return new PrefixRoutes(
                KernelWays.of(Map.of(11, 0, 12, 1), List.of(routes), neighbours), 4);
    }

    private static List<Hop> hops(final PrefixRoutes table, final String node) {
        return table.hops(MrpAddress.ipv4(Ipv4.parse(node)));
    }

    @Test
    void shouldTakeAGatewayForTheNextSwitch() {
        final PrefixRoutes table = table(route("10.3.0.0", 16, 0, via(11, "10.0.1.2")));
        assertEquals(List.of(new Hop(0, GATEWAY_MAC, false)), hops(table, "10.3.4.5"));
        assertEquals(GATEWAY_MAC, table.switchAt(0));
        assertEquals(List.of(), hops(table, "10.0.1.2"), "a gateway without a way to its link");
    }

    @Test
    void shouldLeaveOutHopsWithoutAPortOrANeighbour() {
        final PrefixRoutes table =
                table(
                        route(
                                "10.4.0.0",
                                16,
                                0,
                                via(11, "10.0.1.2"),
                                via(12, "10.0.2.2"),
                                via(13, "10.0.3.7")),
                        route("10.5.0.0", 16, 0, via(13, "10.0.3.7")));
        assertEquals(List.of(new Hop(0, GATEWAY_MAC, false)), hops(table, "10.4.0.1"));
        assertEquals(List.of(), hops(table, "10.5.0.1"));
    }

    @Test
    void shouldFindHostsAtTheirLink() {
        final PrefixRoutes table =
                table(route("10.0.2.0", 24, 0, link(12)), route("10.0.3.0", 24, 0, link(13)));
        assertEquals(List.of(new Hop(1, HOST_MAC, true)), hops(table, "10.0.2.7"));
        assertEquals(List.of(), hops(table, "10.0.2.8"), "not heard yet");
        table.hear(MrpAddress.ipv4(Ipv4.parse("10.0.2.8")), 1, 5);
        assertEquals(List.of(new Hop(1, 5, true)), hops(table, "10.0.2.8"));
        assertEquals(List.of(), hops(table, "10.0.3.7"));
    }

    @Test
    void shouldReadEachBitOfAPrefix() {
        final PrefixRoutes table = table(route("10.0.2.0", 23, 0, link(12)));
        assertEquals(List.of(new Hop(1, HOST_MAC, true)), hops(table, "10.0.2.7"));
        assertEquals(List.of(), hops(table, "10.0.6.7"), "another link");
    }

    @Test
    void shouldTakeTheLowestMetricInAnyOrder() {
        final RouteMessages.Route near = route("10.3.0.0", 16, 10, via(11, "10.0.1.2"));
        final RouteMessages.Route far = route("10.3.0.0", 16, 20, via(12, "10.0.2.7"));
        final List<Hop> expected = List.of(new Hop(0, GATEWAY_MAC, false));
        assertEquals(expected, hops(table(near, far), "10.3.0.1"));
        assertEquals(expected, hops(table(far, near), "10.3.0.1"));
    }

    @Test
    void shouldPutARouteOfOneHostBeforeItsNeighbour() {
        final PrefixRoutes table =
                table(
                        route("10.0.2.0", 24, 0, link(12)),
                        route("10.0.2.7", 32, 0, via(11, "10.0.1.2")));
        assertEquals(List.of(new Hop(0, GATEWAY_MAC, false)), hops(table, "10.0.2.7"));
    }
}
