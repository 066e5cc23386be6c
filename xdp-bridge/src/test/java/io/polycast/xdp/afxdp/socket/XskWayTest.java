package io.polycast.xdp.afxdp.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.xdp.afxdp.socket.XskOptions.Wish;
import java.util.List;
import org.junit.jupiter.api.Test;

class XskWayTest {
    private static final long VETH = 0x77 & ~8;
    private static final long ZERO_COPY_NIC = 0x7f;
    private static final long UNKNOWN = -1;

    private static final XskWay COPY = new XskWay(false, false);
    private static final XskWay COPY_GATHER = new XskWay(false, true);
    private static final XskWay ZERO = new XskWay(true, false);
    private static final XskWay ZERO_GATHER = new XskWay(true, true);

    @Test
    void shouldNotTryWhatTheDriverDoesNotOffer() {
        assertEquals(List.of(COPY), ways(Wish.AUTO, Wish.AUTO, VETH));
        assertEquals(List.of(ZERO_GATHER, ZERO, COPY), ways(Wish.AUTO, Wish.AUTO, ZERO_COPY_NIC));
        assertEquals(List.of(ZERO_GATHER, ZERO, COPY), ways(Wish.AUTO, Wish.AUTO, UNKNOWN));
    }

    @Test
    void shouldFallBackToNothingThatWasNotAskedFor() {
        assertEquals(List.of(ZERO_GATHER, ZERO), ways(Wish.ON, Wish.AUTO, VETH));
        assertEquals(List.of(ZERO_GATHER), ways(Wish.ON, Wish.ON, UNKNOWN));
        assertEquals(List.of(COPY), ways(Wish.OFF, Wish.AUTO, ZERO_COPY_NIC));
        assertEquals(List.of(COPY_GATHER), ways(Wish.OFF, Wish.ON, ZERO_COPY_NIC));
        assertEquals(List.of(ZERO_GATHER, COPY_GATHER), ways(Wish.AUTO, Wish.ON, ZERO_COPY_NIC));
        assertEquals(List.of(ZERO, COPY), ways(Wish.AUTO, Wish.OFF, ZERO_COPY_NIC));
    }

    private static List<XskWay> ways(final Wish zeroCopy, final Wish gather, final long features) {
        return XskWay.candidates(new XskOptions(zeroCopy, gather, 0, 64), features);
    }
}
