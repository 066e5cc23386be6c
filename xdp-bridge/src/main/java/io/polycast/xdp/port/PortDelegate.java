package io.polycast.xdp.port;

import io.polycast.parser.contract.Copy;
import org.agrona.DirectBuffer;

/**
 * A port in front of another one. Calls that a subclass does not handle go to the other.
 *
 * <p>A copy in two calls ({@link #beginCopy}) is made in one, by this port's {@link #sendCopy}, so
 * that a subclass which looks at frames sees all of them there.
 */
public abstract class PortDelegate implements Port {
    /** The port behind. */
    protected final Port port;

    /**
     * @param port that handles calls that the subclass does not
     */
    protected PortDelegate(final Port port) {
        this.port = port;
    }

    @Override
    public int receive(final FrameHandler handler, final int limit) {
        return port.receive(handler, limit);
    }

    @Override
    public boolean send(final DirectBuffer frame, final int offset, final int length) {
        return port.send(frame, offset, length);
    }

    @Override
    public boolean sendShared(final int offset, final int length) {
        return port.sendShared(offset, length);
    }

    @Override
    public boolean sendCopy(final Copy copy, final int headerOffset, final int icrc) {
        return port.sendCopy(copy, headerOffset, icrc);
    }

    @Override
    public int flush() {
        return port.flush();
    }

    @Override
    public boolean isSending() {
        return port.isSending();
    }

    @Override
    public int room() {
        return port.room();
    }

    @Override
    public final int index() {
        return port.index();
    }

    @Override
    public final String name() {
        return port.name();
    }

    @Override
    public final String mode() {
        return port.mode();
    }

    @Override
    public final LinkStatus link() {
        return port.link();
    }

    @Override
    public final String tend() {
        return port.tend();
    }

    @Override
    public final int maxFrameLength() {
        return port.maxFrameLength();
    }

    @Override
    public final PortStats stats() {
        return port.stats();
    }

    @Override
    public void close() {
        port.close();
    }
}
