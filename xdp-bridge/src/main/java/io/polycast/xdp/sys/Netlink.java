package io.polycast.xdp.sys;

import java.lang.ref.Reference;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One question and its answer over a netlink socket (RFC 3549, linux/netlink.h).
 *
 * <pre>
 * struct nlmsghdr: nlmsg_len u32 @0, nlmsg_type u16 @4, nlmsg_flags u16 @6, nlmsg_seq u32 @8,
 *                  nlmsg_pid u32 @12
 * struct nlattr:   nla_len u16 @0 (with this header), nla_type u16 @2; next one at a multiple of 4
 * </pre>
 */
final class Netlink {
    /** Routes and links. */
    static final int NETLINK_ROUTE = 0;

    /** Families with names. */
    static final int NETLINK_GENERIC = 16;

    static final int HEADER = 16;

    /** Bytes that hold any answer. */
    static final int ANSWER = 32 << 10;

    static final int AF_NETLINK = 16;
    private static final int NLM_F_REQUEST = 1;
    private static final int NLM_F_ACK = 4;
    private static final int NLM_F_DUMP = 0x300;
    private static final int NLMSG_ERROR = 2;
    private static final int NLA_F_NESTED = 1 << 15;
    private static final int ATTRIBUTE_HEADER = 4;
    private static final int TYPE_MASK = 0x3fff; // NLA_F_NESTED and NLA_F_NET_BYTEORDER off

    private final UnsafeBuffer request = Sys.allocate(256);
    private int length = HEADER;

    Netlink(final int type) {
        request.putShort(4, (short) type);
        request.putShort(6, (short) NLM_F_REQUEST);
    }

    /** The family's own header follows ours: room for it. */
    int reserve(final int bytes) {
        final int at = length;
        length += bytes;
        return at;
    }

    UnsafeBuffer request() {
        return request;
    }

    /** Adds an attribute; returns where its value goes. */
    int attribute(final int type, final int bytes) {
        request.putShort(length, (short) (ATTRIBUTE_HEADER + bytes));
        request.putShort(length + 2, (short) type);
        final int value = length + ATTRIBUTE_HEADER;
        length += align(ATTRIBUTE_HEADER + bytes);
        return value;
    }

    /** Makes what was added since an attribute its value. */
    void closeNest(final int value) {
        final int header = value - ATTRIBUTE_HEADER;
        request.putShort(header, (short) (length - header));
        request.putShort(header + 2, (short) (request.getShort(header + 2) | NLA_F_NESTED));
    }

    /** Sends a command; 0 when it is done, else the errno. */
    int command(final int protocol) {
        request.putShort(6, (short) (NLM_F_REQUEST | NLM_F_ACK));
        final int fd = Sys.libc().socket(AF_NETLINK, Sys.SOCK_RAW | Sys.SOCK_CLOEXEC, protocol);
        if (fd < 0) {
            return Sys.errno();
        }
        try {
            request.putInt(0, length);
            final UnsafeBuffer answer = Sys.allocate(ANSWER);
            if (Sys.libc().send(fd, request.addressOffset(), length, 0) != length) {
                return Sys.errno();
            }
            final long got = Sys.libc().recv(fd, answer.addressOffset(), ANSWER, 0);
            Reference.reachabilityFence(request);
            if (got < HEADER + 4 || (answer.getShort(4) & 0xffff) != NLMSG_ERROR) {
                return Errno.EINVAL;
            }
            return -answer.getInt(HEADER);
        } finally {
            Sys.libc().close(fd);
        }
    }

    /** Sends the question; the answer's first message, or an empty buffer when it is an error. */
    UnsafeBuffer ask(final int protocol) {
        final UnsafeBuffer none = new UnsafeBuffer(new byte[0]);
        final int fd = socket(protocol);
        if (fd < 0) {
            return none;
        }
        try {
            return askOn(fd);
        } finally {
            Sys.libc().close(fd);
        }
    }

    /** A socket, which belongs to the calling thread's namespace for good; or -1. */
    static int socket(final int protocol) {
        return Sys.libc().socket(AF_NETLINK, Sys.SOCK_RAW | Sys.SOCK_CLOEXEC, protocol);
    }

    /** Sends the question on an open socket; answers as {@link #ask}. */
    UnsafeBuffer askOn(final int fd) {
        final UnsafeBuffer answer = Sys.allocate(ANSWER);
        final int got = askOn(fd, answer);
        return got == 0 ? new UnsafeBuffer(new byte[0]) : new UnsafeBuffer(answer, 0, got);
    }

    /** As above, into a buffer of the caller's; bytes of the answer's first message, or 0. */
    int askOn(final int fd, final UnsafeBuffer answer) {
        request.putInt(0, length);
        if (Sys.libc().send(fd, request.addressOffset(), length, 0) != length) {
            return 0;
        }
        final long got = Sys.libc().recv(fd, answer.addressOffset(), answer.capacity(), 0);
        Reference.reachabilityFence(request);
        if (got < HEADER || (answer.getShort(4) & 0xffff) == NLMSG_ERROR) {
            return 0;
        }
        return (int) Math.min(got, answer.getInt(0));
    }

    /** Asks for all objects of a kind, on a socket of its own; 0 when all have come, else the errno. */
    int dump(final int fd, final UnsafeBuffer answer, final RouteMessages taker) {
        request.putShort(6, (short) (NLM_F_REQUEST | NLM_F_DUMP));
        request.putInt(0, length);
        if (Sys.libc().send(fd, request.addressOffset(), length, 0) != length) {
            return Sys.errno();
        }
        while (!taker.isEnded()) {
            final long got = Sys.libc().recv(fd, answer.addressOffset(), answer.capacity(), 0);
            if (got > 0) {
                taker.take(answer, (int) got);
            } else if (got == 0 || Sys.errno() != Errno.EINTR) {
                return got == 0 ? Errno.EINVAL : Sys.errno();
            }
        }
        Reference.reachabilityFence(request);
        return taker.errno();
    }

    /**
     * Finds an attribute.
     *
     * @param buffer holds attributes
     * @param from where they begin
     * @param to where they end
     * @param type wanted
     * @return index of its header, or -1
     */
    static int find(final UnsafeBuffer buffer, final int from, final int to, final int type) {
        int at = from;
        while (at + ATTRIBUTE_HEADER <= to) {
            final int bytes = buffer.getShort(at) & 0xffff;
            if (bytes < ATTRIBUTE_HEADER || at + bytes > to) {
                return -1;
            }
            if ((buffer.getShort(at + 2) & TYPE_MASK) == type) {
                return at;
            }
            at += align(bytes);
        }
        return -1;
    }

    /** First byte of an attribute's value. */
    static int value(final int attribute) {
        return attribute + ATTRIBUTE_HEADER;
    }

    /** End of an attribute's value. */
    static int end(final UnsafeBuffer buffer, final int attribute) {
        return attribute + (buffer.getShort(attribute) & 0xffff);
    }

    /** Text of an attribute that ends with a zero byte. */
    static String text(final UnsafeBuffer buffer, final int attribute) {
        final int from = value(attribute);
        int to = from;
        while (to < end(buffer, attribute) && buffer.getByte(to) != 0) {
            to++;
        }
        return buffer.getStringWithoutLengthUtf8(from, to - from);
    }

    private static int align(final int bytes) {
        return bytes + 3 & ~3;
    }
}
