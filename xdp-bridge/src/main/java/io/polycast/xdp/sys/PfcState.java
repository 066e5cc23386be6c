package io.polycast.xdp.sys;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Priority flow control of a device of the calling thread's namespace (IEEE 802.1Qbb), as {@code dcb pfc
 * show} has it: from dcbnl over rtnetlink (linux/dcbnl.h).
 *
 * @param classes for which the device sends and obeys PFC: bit n is class n
 * @param most classes that the device can serve so at a time
 */
public record PfcState(int classes, int most) {
    private static final int RTM_GETDCB = 78;

    /** struct dcbmsg: dcb_family u8 @0, cmd u8 @1, dcb_pad u16 @2. */
    private static final int DCBMSG = 4;

    private static final byte CMD_IEEE_GET = 21;
    private static final int ATTR_IFNAME = 1;
    private static final int ATTR_IEEE = 13;
    private static final int ATTR_IEEE_PFC = 2;

    /** struct ieee_pfc: pfc_cap u8 @0, pfc_en u8 @1, ... */
    private static final int PFC = 2;

    /**
     * @param device of which is asked
     * @return its state; empty when the driver has no DCB, or the kernel none
     */
    public static Optional<PfcState> query(final String device) {
        final Netlink netlink = new Netlink(RTM_GETDCB);
        final int message = netlink.reserve(DCBMSG);
        netlink.request().putByte(message + 1, CMD_IEEE_GET);
        final byte[] name = device.getBytes(StandardCharsets.UTF_8);
        final int value = netlink.attribute(ATTR_IFNAME, name.length + 1);
        netlink.request().putBytes(value, name);
        return read(netlink.ask(Netlink.NETLINK_ROUTE));
    }

    /** Reads an answer of the kernel; an empty one says nothing. */
    static Optional<PfcState> read(final UnsafeBuffer answer) {
        final int ieee =
                Netlink.find(answer, Netlink.HEADER + DCBMSG, answer.capacity(), ATTR_IEEE);
        if (ieee < 0) {
            return Optional.empty();
        }
        final int pfc =
                Netlink.find(answer, Netlink.value(ieee), Netlink.end(answer, ieee), ATTR_IEEE_PFC);
        if (pfc < 0 || Netlink.end(answer, pfc) - Netlink.value(pfc) < PFC) {
            return Optional.empty();
        }
        final int at = Netlink.value(pfc);
        return Optional.of(new PfcState(answer.getByte(at + 1) & 0xFF, answer.getByte(at) & 0xFF));
    }
}
