package io.polycast.sim.net;

import java.util.Arrays;

/** Addresses of everything in a simulated network, by number. */
final class Addresses {
    /** First 12 bytes of every IPv6 address here. */
    static final byte[] PREFIX6 = {(byte) 0xFD, 0x50, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};

    private static final int GROUPS = 0x0AFF_0001;
    private static final int HOSTS = 0x0A01_0001;
    private static final int QPNS = 0x100;
    private static final int OTHER_QPNS = 0x1100;
    private static final long HOST_MACS = 0x0200_0000_0000L;
    private static final long SWITCH_MACS = 0x0200_0100_0000L;

    private Addresses() {}

    static int mcstId(final int group) {
        return GROUPS + group;
    }

    /** Group of a McstID; out of range when it is none. */
    static int group(final int mcstId) {
        return mcstId - GROUPS;
    }

    static int ip(final int host) {
        return HOSTS + host;
    }

    static int qpn(final int group) {
        return QPNS + group;
    }

    /** Of a second job. */
    static int otherQpn(final int group) {
        return OTHER_QPNS + group;
    }

    static long hostMac(final int host) {
        return HOST_MACS + host;
    }

    static long switchMac(final int node) {
        return SWITCH_MACS + node;
    }

    static byte[] bytes(final int ip, final boolean ipv6) {
        final byte[] bytes = ipv6 ? Arrays.copyOf(PREFIX6, 16) : new byte[4];
        for (int i = 0; i < 4; i++) {
            bytes[bytes.length - 4 + i] = (byte) (ip >>> 24 - 8 * i);
        }
        return bytes;
    }

    /** As a literal. */
    static String text(final int ip, final boolean ipv6) {
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
