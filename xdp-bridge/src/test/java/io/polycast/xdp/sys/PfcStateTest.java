package io.polycast.xdp.sys;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HexFormat;
import java.util.Optional;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Answers to RTM_GETDCB of a machine in little-endian order. */
class PfcStateTest {
    /** struct nlmsghdr and struct dcbmsg, then DCB_ATTR_IFNAME "e0". */
    private static final String FRONT =
            "00000000" + "4e000000".repeat(3) + "00150000" + "0700010065300000";

    /** An ieee_ets of four bytes, in place of its 59. */
    private static final String ETS = "0800010008000000";

    private static Optional<PfcState> read(final String attributes) {
        return PfcState.read(new UnsafeBuffer(HexFormat.of().parseHex(FRONT + attributes)));
    }

    @Test
    void shouldReadTheClasses() {
        // DCB_ATTR_IEEE with an ieee_ets and an ieee_pfc: 8 classes, of which 3 and 5 are on.
        assertEquals(
                Optional.of(new PfcState(0b101000, 8)),
                read("14000d80" + ETS + "08000200" + "08280000"));
        assertEquals(
                Optional.of(new PfcState(0xFF, 0x88)), read("0c000d00" + "08000200" + "88ff0000"));
    }

    @Test
    void shouldReadNothingWhereNothingIsSaid() {
        assertEquals(Optional.empty(), PfcState.read(new UnsafeBuffer(new byte[0])));
        assertEquals(Optional.empty(), read(""));
        assertEquals(Optional.empty(), read("0c000d80" + ETS));
        // Cut short, in the attribute and in the answer.
        assertEquals(Optional.empty(), read("0c000d80" + "05000200" + "08000000"));
        assertEquals(Optional.empty(), read("14000d80" + "08000200"));
    }
}
