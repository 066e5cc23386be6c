package io.polycast.xdp.afxdp.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.xdp.afxdp.socket.XskOptions.Wish;
import java.util.List;
import org.junit.jupiter.api.Test;

class XskModeTest {
    private static final long VETH = 0x77 & ~8;
    private static final long ZERO_COPY_NIC = 0x7f;
    private static final long UNKNOWN = -1;

    private static final XskMode COPY = new XskMode(false, false);
    private static final XskMode COPY_GATHER = new XskMode(false, true);
    private static final XskMode ZERO = new XskMode(true, false);
    private static final XskMode ZERO_GATHER = new XskMode(true, true);

    @Test
    void shouldNotTryWhatTheDriverDoesNotOffer() {
        assertEquals(List.of(COPY), modes(Wish.AUTO, Wish.AUTO, VETH));
        assertEquals(List.of(ZERO_GATHER, ZERO, COPY), modes(Wish.AUTO, Wish.AUTO, ZERO_COPY_NIC));
        assertEquals(List.of(ZERO_GATHER, ZERO, COPY), modes(Wish.AUTO, Wish.AUTO, UNKNOWN));
    }

    @Test
    void shouldFallBackToNothingThatWasNotAskedFor() {
        assertEquals(List.of(ZERO_GATHER, ZERO), modes(Wish.ON, Wish.AUTO, VETH));
        assertEquals(List.of(ZERO_GATHER), modes(Wish.ON, Wish.ON, UNKNOWN));
        assertEquals(List.of(COPY), modes(Wish.OFF, Wish.AUTO, ZERO_COPY_NIC));
        assertEquals(List.of(COPY_GATHER), modes(Wish.OFF, Wish.ON, ZERO_COPY_NIC));
        assertEquals(List.of(ZERO_GATHER, COPY_GATHER), modes(Wish.AUTO, Wish.ON, ZERO_COPY_NIC));
        assertEquals(List.of(ZERO, COPY), modes(Wish.AUTO, Wish.OFF, ZERO_COPY_NIC));
    }

    private static List<XskMode> modes(
            final Wish zeroCopy, final Wish gather, final long features) {
        return XskMode.candidates(new XskOptions(zeroCopy, gather, 0, 64), features);
    }
}
