package io.polycast.sim.net;

import java.util.Arrays;

/** Addresses of everything in a simulated network, by number. */
public final class Addresses {
    /** First 12 bytes of every IPv6 address here. */
    static final byte[] PREFIX6 = {(byte) 0xFD, 0x50, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};

    private static final int GROUPS = 0x0AFF_0001;
    private static final int HOSTS = 0x0A01_0001;
    private static final int QPNS = 0x100;
    private static final int OTHER_QPNS = 0x1100;
    private static final long HOST_MACS = 0x0200_0000_0000L;
    private static final long SWITCH_MACS = 0x0200_0100_0000L;

    private Addresses() {}

    /**
     * @param group number
     * @return its McstID
     */
    public static int mcstId(final int group) {
        return GROUPS + group;
    }

    /**
     * @param mcstId any
     * @return number of its group; out of range when it is none
     */
    public static int group(final int mcstId) {
        return mcstId - GROUPS;
    }

    /**
     * @param host number
     * @return its IPv4 address
     */
    public static int ip(final int host) {
        return HOSTS + host;
    }

    /**
     * @param group number
     * @return QPN of each member's queue pair
     */
    public static int qpn(final int group) {
        return QPNS + group;
    }

    /**
     * @param group number
     * @return QPN of each member's queue pair in a second job
     */
    public static int otherQpn(final int group) {
        return OTHER_QPNS + group;
    }

    /**
     * @param host number
     * @return its MAC
     */
    public static long hostMac(final int host) {
        return HOST_MACS + host;
    }

    /**
     * @param node of a switch
     * @return its MAC
     */
    public static long switchMac(final int node) {
        return SWITCH_MACS + node;
    }

    /**
     * @param ip IPv4 address
     * @param ipv6 whether to map it into the prefix
     * @return 4 or 16 bytes
     */
    public static byte[] bytes(final int ip, final boolean ipv6) {
        final byte[] bytes = ipv6 ? Arrays.copyOf(PREFIX6, 16) : new byte[4];
        for (int i = 0; i < 4; i++) {
            bytes[bytes.length - 4 + i] = (byte) (ip >>> 24 - 8 * i);
        }
        return bytes;
    }

    /**
     * @param ip IPv4 address
     * @param ipv6 whether to map it into the prefix
     * @return a literal
     */
    public static String text(final int ip, final boolean ipv6) {
        return ipv6
                ? String.format("fd50::%x:%x", ip >>> 16, ip & 0xFFFF)
                : (ip >>> 24)
                        + "."
                        + (ip >>> 16 & 0xFF)
                        + "."
                        + (ip >>> 8 & 0xFF)
                        + "."
                        + (ip & 0xFF);
    }
}
