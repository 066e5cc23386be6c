package io.polycast.xdp.datagram;

import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import io.polycast.xdp.port.PortException;
import io.polycast.xdp.port.PortId;
import io.polycast.xdp.port.PortSpec;
import java.net.InetSocketAddress;

/**
 * A port of one frame a UDP datagram.
 *
 * @param local address to bind
 * @param remote address of the peer
 */
public record DatagramSpec(InetSocketAddress local, InetSocketAddress remote) implements PortSpec {
    /** Name of the driver in configurations. */
    public static final String DRIVER = "datagram";

    @Override
    public String driver() {
        return DRIVER;
    }

    @Override
    public String where() {
        return "at " + text(local) + " to " + text(remote);
    }

    private static String text(final InetSocketAddress address) {
        final String host = address.getAddress().getHostAddress();
        return (host.indexOf(':') < 0 ? host : '[' + host + ']') + ':' + address.getPort();
    }

    @Override
    public int rxChunks(final int shards) {
        return 1;
    }

    @Override
    public int txChunks() {
        return 0;
    }

    @Override
    public boolean hasSocketBuffer() {
        return true;
    }

    /** One byte of the chunk stays spare: a datagram that reaches it might be cut. */
    @Override
    public int longestFrame(final int chunkSize, final int deviceMtu) {
        return chunkSize - FrameMemory.HEADROOM - 1;
    }

    @Override
    public int requireFit(final PortId id, final int chunkSize, final int shards)
            throws PortException {
        return DatagramPort.requireFit(id.name(), local, remote, chunkSize);
    }

    @Override
    public Port open(final PortId id, final FrameMemory memory) throws PortException {
        need(id, local, "local");
        need(id, remote, "remote");
        return new DatagramPort(id.index(), id.name(), memory, local, remote);
    }
}
