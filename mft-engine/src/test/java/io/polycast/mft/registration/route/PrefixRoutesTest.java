package io.polycast.mft.registration.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.polycast.mft.registration.UnicastTable;
import io.polycast.mft.registration.UnicastTable.Hop;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.wire.Ipv4;
import java.util.List;
import org.junit.jupiter.api.Test;

class PrefixRoutesTest {
    private static final Hop UP_1 = new Hop(8, 0x11, false);
    private static final Hop UP_2 = new Hop(9, 0x12, false);
    private final PrefixRoutes routes =
            new PrefixRoutes(
                    List.of(
                            route("0.0.0.0", 0, UP_2, UP_1),
                            route("10.0.1.0", 24, new Hop(1, PrefixRoutes.ANY_HOST, true)),
                            route("10.0.1.128", 25, new Hop(2, PrefixRoutes.ANY_HOST, true)),
                            route("10.0.1.7", 32, new Hop(3, 0x77, true))),
                    2);

    @Test
    void shouldTakeTheLongestPrefixAndHopsInOrderOfPort() {
        assertEquals(List.of(UP_1, UP_2), routes.hops(ip("192.0.2.1")));
        assertEquals(List.of(new Hop(3, 0x77, true)), routes.hops(ip("10.0.1.7")));
        routes.configure(ip("10.0.1.200"), 2, 0x22);
        assertEquals(List.of(new Hop(2, 0x22, true)), routes.hops(ip("10.0.1.200")));
    }

    @Test
    void shouldHaveNoHopToAHostThatIsUnknownOrElsewhere() {
        assertEquals(List.of(), routes.hops(ip("10.0.1.5")));
        routes.hear(ip("10.0.1.5"), 2, 0x55);
        assertEquals(List.of(), routes.hops(ip("10.0.1.5")));
        routes.hear(ip("10.0.1.5"), 1, 0x56);
        assertEquals(List.of(new Hop(1, 0x56, true)), routes.hops(ip("10.0.1.5")));
        routes.configure(ip("10.0.1.5"), 1, 0x57);
        assertEquals(List.of(new Hop(1, 0x57, true)), routes.hops(ip("10.0.1.5")));
    }

    @Test
    void shouldForgetTheEldestNeighbour() {
        for (int i = 1; i <= 3; i++) {
            routes.hear(ip("10.0.1." + i), 1, i);
        }
        assertEquals(List.of(), routes.hops(ip("10.0.1.1")));
        assertEquals(List.of(new Hop(1, 3, true)), routes.hops(ip("10.0.1.3")));
    }

    @Test
    void shouldKeepTheFamiliesApart() {
        final MrpAddress node = new MrpAddress(0x2001_0DB8_0000_0000L, 1);
        assertEquals(List.of(), routes.hops(node));
        final PrefixRoutes six =
                new PrefixRoutes(
                        List.of(
                                new PrefixRoutes.Route(
                                        new MrpAddress(0x2001_0DB8_0000_0000L, 0),
                                        32,
                                        List.of(UP_1)),
                                new PrefixRoutes.Route(node, 128, List.of(UP_2))),
                        0);
        assertEquals(List.of(UP_2), six.hops(node));
        assertEquals(List.of(UP_1), six.hops(new MrpAddress(0x2001_0DB8_0000_0001L, 1)));
        assertEquals(List.of(), six.hops(ip("10.0.0.1")));
    }

    @Test
    void shouldKnowTheSwitchesAtPorts() {
        assertEquals(0x11, routes.switchAt(8));
        assertEquals(UnicastTable.NO_SWITCH, routes.switchAt(1));
    }

    @Test
    void shouldRefuseALengthThatCannotBe() {
        assertThrows(IllegalArgumentException.class, () -> route("10.0.0.0", 33, UP_1));
    }

    private static PrefixRoutes.Route route(
            final String prefix, final int length, final Hop... hops) {
        return new PrefixRoutes.Route(ip(prefix), length, List.of(hops));
    }

    private static MrpAddress ip(final String text) {
        return MrpAddress.ipv4(Ipv4.parse(text));
    }
}
