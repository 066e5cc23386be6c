package io.polycast.endhost.settings;

import java.net.InetAddress;
import java.util.Objects;

/**
 * Both ends of a connection as its frames name them. For a group the remote end is virtual: the
 * McstID as address and QPN 1.
 *
 * @param localMac own MAC in the low 48 bits
 * @param localIp own address
 * @param localQpn own QPN, in [1, 2^24)
 * @param remoteMac MAC of the next hop in the low 48 bits
 * @param remoteIp the peer's address, of the same version
 * @param remoteQpn the peer's QPN, in [1, 2^24)
 */
public record QpAddress(
        long localMac,
        InetAddress localIp,
        int localQpn,
        long remoteMac,
        InetAddress remoteIp,
        int remoteQpn) {
    /** Checks ranges. */
    public QpAddress {
        Objects.requireNonNull(localIp, "localIp");
        Objects.requireNonNull(remoteIp, "remoteIp");
        if (localIp.getAddress().length != remoteIp.getAddress().length) {
            throw new IllegalArgumentException(
                    localIp.getHostAddress()
                            + " and "
                            + remoteIp.getHostAddress()
                            + " are of different IP versions");
        }
        checkQpn("localQpn", localQpn);
        checkQpn("remoteQpn", remoteQpn);
        checkMac("localMac", localMac);
        checkMac("remoteMac", remoteMac);
    }

    /**
     * @return 4 or 6
     */
    public int ipVersion() {
        return localIp.getAddress().length == 4 ? 4 : 6;
    }

    private static void checkQpn(final String name, final int qpn) {
        if (qpn < 1 || qpn > 0xFF_FFFF) {
            throw new IllegalArgumentException(name + "=" + qpn + " is not in [1, 16777215]");
        }
    }

    private static void checkMac(final String name, final long mac) {
        if (mac >>> 48 != 0) {
            throw new IllegalArgumentException(
                    name + "=0x" + Long.toHexString(mac) + " has more than 48 bits");
        }
    }
}
