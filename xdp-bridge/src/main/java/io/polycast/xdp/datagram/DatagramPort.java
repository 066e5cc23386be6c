package io.polycast.xdp.datagram;

import io.polycast.parser.contract.Copy;
import io.polycast.xdp.port.FrameCopy;
import io.polycast.xdp.port.FrameHandler;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.PortBase;
import io.polycast.xdp.port.PortException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.SocketOption;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.UnsupportedAddressTypeException;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One Ethernet frame per UDP datagram, between a local and a remote address. Every frame is a
 * system call of its own. The channel is connected, so that NIO makes no address object per frame
 * and datagrams from elsewhere are not seen. A peer that is not there (yet) answers with ICMP port
 * unreachable: not an error, the frame fell off the end of a cable.
 */
public final class DatagramPort extends PortBase {
    /** An Ethernet header: anything shorter is not a frame. */
    private static final int SHORTEST = 14;

    /** Asked of the kernel, which grants at most net.core.rmem_max and wmem_max. */
    private static final int SOCKET_BUFFER = 8 << 20;

    private final DatagramChannel channel;
    private final DatagramSender sender;
    private final int maxFrameLength;
    private final ByteBuffer receiving;
    private final ByteBuffer sending;
    private final ByteBuffer staging;
    private final UnsafeBuffer stagingBuffer;

    /**
     * @param index of the port, in [0, 64)
     * @param name of the port
     * @param memory of the switch
     * @param local address to bind
     * @param remote address that frames go to and come from
     * @throws PortException when the address cannot be used
     */
    public DatagramPort(
            final int index,
            final String name,
            final FrameMemory memory,
            final InetSocketAddress local,
            final InetSocketAddress remote)
            throws PortException {
        super(index, name, memory);
        // One byte of the chunk stays spare: a datagram that reaches it was (or might be) cut.
        this.maxFrameLength = memory.frameCapacity() - 1;
        receiving = memory.byteBuffer().duplicate();
        sending = memory.byteBuffer().duplicate();
        staging = ByteBuffer.allocateDirect(memory.frameCapacity());
        stagingBuffer = new UnsafeBuffer(staging);
        channel = open(name, local, remote);
        sender = new DatagramSender(channel, stats, memory.frameCapacity());
    }

    /**
     * Says whether a port could be bound, but for an address in use: another process may be about
     * to give it up.
     *
     * @param name of the port
     * @param local address to bind
     * @param remote address of the peer
     * @param chunkSize of the frame memory
     * @return longest frame that the port would carry
     * @throws PortException when the addresses cannot be used
     */
    static int requireFit(
            final String name,
            final InetSocketAddress local,
            final InetSocketAddress remote,
            final int chunkSize)
            throws PortException {
        try {
            CloseHelper.close(open(name, local, remote));
        } catch (final PortException ex) {
            if (!(ex.getCause() instanceof BindException bind) || !isInUse(bind)) {
                throw ex;
            }
        }
        return chunkSize - FrameMemory.HEADROOM - 1;
    }

    private static boolean isInUse(final BindException ex) {
        return String.valueOf(ex.getMessage()).contains("in use");
    }

    private static void requireResolved(
            final String name, final InetSocketAddress local, final InetSocketAddress remote)
            throws PortException {
        if (local.isUnresolved() || remote.isUnresolved()) {
            throw new PortException(
                    PortException.Kind.USAGE,
                    "port "
                            + name
                            + ": unknown host in local "
                            + local
                            + " or remote "
                            + remote
                            + "; write numeric addresses");
        }
    }

    private static DatagramChannel open(
            final String name, final InetSocketAddress local, final InetSocketAddress remote)
            throws PortException {
        requireResolved(name, local, remote);
        DatagramChannel opened = null;
        try {
            // By family: a socket for both is not to be had where IPv6 is switched off.
            opened =
                    DatagramChannel.open(
                            local.getAddress() instanceof Inet4Address
                                    ? StandardProtocolFamily.INET
                                    : StandardProtocolFamily.INET6);
            opened.configureBlocking(false);
            raise(opened, StandardSocketOptions.SO_RCVBUF);
            raise(opened, StandardSocketOptions.SO_SNDBUF);
            opened.bind(local);
            opened.connect(remote);
            return opened;
        } catch (final UnsupportedAddressTypeException ex) {
            CloseHelper.quietClose(opened);
            throw new PortException(
                    PortException.Kind.USAGE,
                    "port "
                            + name
                            + ": local "
                            + local
                            + " and remote "
                            + remote
                            + " are not both IPv4 or both IPv6; write addresses of one kind",
                    ex);
        } catch (final UnsupportedOperationException ex) {
            throw new PortException(
                    PortException.Kind.DEVICE,
                    "port "
                            + name
                            + ": this host has no IPv6, which local "
                            + local
                            + " needs; write IPv4 addresses, or enable it",
                    ex);
        } catch (final IOException ex) {
            CloseHelper.quietClose(opened);
            throw new PortException(
                    PortException.Kind.DEVICE,
                    "port "
                            + name
                            + ": cannot bind "
                            + local
                            + " to reach "
                            + remote
                            + ": "
                            + ex.getMessage()
                            + "; choose an address of this host that is free",
                    ex);
        }
    }

    private static void raise(final DatagramChannel channel, final SocketOption<Integer> option)
            throws IOException {
        if (channel.getOption(option) < SOCKET_BUFFER) {
            channel.setOption(option, SOCKET_BUFFER);
        }
    }

    /**
     * @return address that the port is bound to
     */
    public InetSocketAddress local() {
        try {
            return (InetSocketAddress) channel.getLocalAddress();
        } catch (final IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Override
    public int receive(final FrameHandler handler, final int limit) {
        int taken = 0;
        long bytes = 0;
        int tries = 0;
        while (taken < limit && tries++ < limit) {
            final int chunk = memory.acquireRx();
            if (chunk == FrameMemory.NONE) {
                // The datagrams wait in the socket's buffer: the kernel counts what it drops there.
                break;
            }
            final int offset = chunk + FrameMemory.HEADROOM;
            final int length = read(offset, chunk + memory.chunkSize());
            if (length >= SHORTEST && length <= maxFrameLength) {
                taken++;
                bytes += length;
                handler.onFrame(index, offset, length, 0);
                continue;
            }
            memory.putBackRx(chunk);
            if (length <= 0) {
                break;
            }
            stats.addRxInvalid(1);
        }
        if (taken > 0) {
            stats.addRx(taken, bytes);
        }
        return taken;
    }

    private int read(final int from, final int to) {
        receiving.limit(to).position(from);
        try {
            return channel.read(receiving);
        } catch (final PortUnreachableException ex) {
            return 0;
        } catch (final IOException ex) {
            stats.addRxInvalid(1);
            return 0;
        }
    }

    @Override
    public boolean send(final DirectBuffer frame, final int offset, final int length) {
        if (isTooLong(length)) {
            return false;
        }
        stagingBuffer.putBytes(0, frame, offset, length);
        return sender.send(staging, 0, length);
    }

    @Override
    public boolean sendShared(final int offset, final int length) {
        return !isTooLong(length) && sender.send(sending, offset, length);
    }

    @Override
    public boolean sendCopy(final Copy copy, final int headerOffset, final int icrc) {
        if (isTooLong(copy.length())) {
            return false;
        }
        final int length = FrameCopy.gather(stagingBuffer, 0, copy, headerOffset, icrc);
        return sender.send(staging, 0, length);
    }

    private boolean isTooLong(final int length) {
        if (length <= maxFrameLength) {
            return false;
        }
        stats.addTxTooLong();
        return true;
    }

    @Override
    public int flush() {
        return sender.flush();
    }

    @Override
    public int room() {
        return sender.room();
    }

    @Override
    public int maxFrameLength() {
        return maxFrameLength;
    }

    @Override
    public void close() {
        CloseHelper.quietClose(channel);
    }
}
