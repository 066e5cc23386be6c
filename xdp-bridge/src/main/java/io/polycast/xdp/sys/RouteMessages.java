package io.polycast.xdp.sys;

import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reads what rtnetlink answers to a question for all routes or all neighbours (linux/rtnetlink.h,
 * linux/neighbour.h). Unicast routes of table main count, and neighbours whose MAC is known.
 *
 * <pre>
 * struct rtmsg:     family u8 @0, dst_len u8 @1, table u8 @4, type u8 @7, flags u32 @8
 * struct rtnexthop: len u16 @0 (with its attributes), flags u8 @2, ifindex i32 @4; attributes @8
 * struct ndmsg:     family u8 @0, ifindex i32 @4, state u16 @8
 * </pre>
 */
public final class RouteMessages {
    static final int RTM_NEWROUTE = 24;
    static final int RTM_NEWNEIGH = 28;
    static final int NLMSG_ERROR = 2;
    static final int NLMSG_DONE = 3;
    private static final int MESSAGE = 12;
    private static final int NEXT_HOP = 8;
    private static final int AF_INET = 2;
    private static final int AF_INET6 = 10;
    private static final int RT_TABLE_MAIN = 254;
    private static final int RTN_UNICAST = 1;
    private static final int RTM_F_CLONED = 0x200;
    private static final int RTNH_F_DEAD = 1;
    private static final int RTNH_F_LINKDOWN = 16;
    private static final int RTA_DST = 1;
    private static final int RTA_OIF = 4;
    private static final int RTA_GATEWAY = 5;
    private static final int RTA_PRIORITY = 6;
    private static final int RTA_MULTIPATH = 9;
    private static final int RTA_TABLE = 15;
    private static final int RTA_VIA = 18;
    private static final int NDA_DST = 1;
    private static final int NDA_LLADDR = 2;
    private static final int MAC = 6;

    /** NUD_REACHABLE, NUD_STALE, NUD_DELAY, NUD_PROBE, NUD_PERMANENT: the MAC is usable. */
    private static final int NUD_KNOWN = 0x02 | 0x04 | 0x08 | 0x10 | 0x80;

    private final List<Route> routes = new ArrayList<>();
    private final List<Neighbour> neighbours = new ArrayList<>();
    private boolean ended;
    private int errno;

    /**
     * One way of a route.
     *
     * @param ifindex of the device
     * @param gateway 4 or 16 bytes; empty when the destination itself is at the device's link
     */
    public record Hop(int ifindex, byte[] gateway) {}

    /**
     * A unicast route.
     *
     * @param prefix 4 or 16 bytes
     * @param length bits of the prefix that count
     * @param metric the lowest of a prefix counts
     * @param hops of equal cost whose links are up
     */
    public record Route(byte[] prefix, int length, long metric, List<Hop> hops) {}

    /**
     * A neighbour.
     *
     * @param ifindex of the device
     * @param address 4 or 16 bytes
     * @param mac in the low 48 bits
     */
    public record Neighbour(int ifindex, byte[] address, long mac) {}

    /** Routes so far. */
    public List<Route> routes() {
        return routes;
    }

    /** Neighbours so far. */
    public List<Neighbour> neighbours() {
        return neighbours;
    }

    /** Whether the answer has ended, by an error or not. */
    boolean isEnded() {
        return ended;
    }

    /** What the answer ended with; 0 without an error. */
    int errno() {
        return errno;
    }

    /** Another answer begins; what was read stays. */
    void begin() {
        ended = false;
    }

    /**
     * Reads one datagram of an answer.
     *
     * @param buffer that holds it from index 0 on
     * @param length in bytes
     */
    public void take(final UnsafeBuffer buffer, final int length) {
        int at = 0;
        while (!ended && at + Netlink.HEADER <= length) {
            final int bytes = buffer.getInt(at);
            if (bytes < Netlink.HEADER || at + bytes > length) {
                return;
            }
            final int type = buffer.getShort(at + 4) & 0xFFFF;
            final int message = at + Netlink.HEADER;
            if (type == NLMSG_DONE || type == NLMSG_ERROR) {
                ended = true;
                errno = bytes >= Netlink.HEADER + 4 ? -buffer.getInt(message) : 0;
            } else if (bytes >= Netlink.HEADER + MESSAGE) {
                takeOne(type, buffer, message, at + bytes);
            }
            at += bytes + 3 & ~3;
        }
    }

    private void takeOne(final int type, final UnsafeBuffer buffer, final int at, final int to) {
        final int family = buffer.getByte(at);
        if (family != AF_INET && family != AF_INET6) {
            return;
        }
        if (type == RTM_NEWROUTE) {
            takeRoute(family == AF_INET ? 4 : 16, buffer, at, to);
        } else if (type == RTM_NEWNEIGH) {
            takeNeighbour(buffer, at, to);
        }
    }

    private void takeRoute(
            final int addressBytes, final UnsafeBuffer buffer, final int at, final int to) {
        final int from = at + MESSAGE;
        final int tableAt = Netlink.find(buffer, from, to, RTA_TABLE);
        final int table =
                tableAt < 0 ? buffer.getByte(at + 4) & 0xFF : buffer.getInt(Netlink.value(tableAt));
        final int flags = buffer.getInt(at + 8);
        if (table != RT_TABLE_MAIN
                || buffer.getByte(at + 7) != RTN_UNICAST
                || (flags & RTM_F_CLONED) != 0) {
            return;
        }
        final byte[] given = bytes(buffer, Netlink.find(buffer, from, to, RTA_DST));
        final int metric = Netlink.find(buffer, from, to, RTA_PRIORITY);
        final List<Hop> hops = new ArrayList<>();
        final int several = Netlink.find(buffer, from, to, RTA_MULTIPATH);
        if (several >= 0) {
            takeHops(buffer, Netlink.value(several), Netlink.end(buffer, several), hops);
        } else {
            final int device = Netlink.find(buffer, from, to, RTA_OIF);
            if (device >= 0) {
                addHop(buffer, from, to, flags, buffer.getInt(Netlink.value(device)), hops);
            }
        }
        if (!hops.isEmpty()) {
            routes.add(
                    new Route(
                            given.length == 0 ? new byte[addressBytes] : given,
                            buffer.getByte(at + 1) & 0xFF,
                            metric < 0 ? 0 : buffer.getInt(Netlink.value(metric)) & 0xFFFF_FFFFL,
                            List.copyOf(hops)));
        }
    }

    private static void takeHops(
            final UnsafeBuffer buffer, final int from, final int to, final List<Hop> hops) {
        int at = from;
        while (at + NEXT_HOP <= to) {
            final int bytes = buffer.getShort(at) & 0xFFFF;
            if (bytes < NEXT_HOP || at + bytes > to) {
                return;
            }
            final int flags = buffer.getByte(at + 2);
            addHop(buffer, at + NEXT_HOP, at + bytes, flags, buffer.getInt(at + 4), hops);
            at += bytes + 3 & ~3;
        }
    }

    /** A gateway of the other IP version (RTA_VIA) is none that a member's tree can take. */
    private static void addHop(
            final UnsafeBuffer buffer,
            final int from,
            final int to,
            final int flags,
            final int ifindex,
            final List<Hop> hops) {
        if ((flags & (RTNH_F_DEAD | RTNH_F_LINKDOWN)) == 0
                && Netlink.find(buffer, from, to, RTA_VIA) < 0) {
            hops.add(new Hop(ifindex, bytes(buffer, Netlink.find(buffer, from, to, RTA_GATEWAY))));
        }
    }

    private void takeNeighbour(final UnsafeBuffer buffer, final int at, final int to) {
        final int from = at + MESSAGE;
        final byte[] address = bytes(buffer, Netlink.find(buffer, from, to, NDA_DST));
        final byte[] mac = bytes(buffer, Netlink.find(buffer, from, to, NDA_LLADDR));
        final boolean known = (buffer.getShort(at + 8) & NUD_KNOWN) != 0;
        if (known && address.length > 0 && mac.length == MAC) {
            long value = 0;
            for (final byte each : mac) {
                value = value << 8 | each & 0xFF;
            }
            neighbours.add(new Neighbour(buffer.getInt(at + 4), address, value));
        }
    }

    /** Value of an attribute; empty without it. */
    private static byte[] bytes(final UnsafeBuffer buffer, final int attribute) {
        if (attribute < 0) {
            return new byte[0];
        }
        final int from = Netlink.value(attribute);
        final byte[] value = new byte[Netlink.end(buffer, attribute) - from];
        buffer.getBytes(from, value);
        return value;
    }
}
