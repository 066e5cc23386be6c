package io.polycast.core.role;

import io.polycast.core.event.GroupEvents;
import io.polycast.core.trace.TraceSink;
import io.polycast.mft.spec.GroupChange;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.FrameStore;
import io.polycast.parser.contract.GroupEntry;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Role that holds every frame for 1 ms and then sends up to three copies of it. Copy n leaves at the n-th port
 * behind the frame's ingress port. The first copy is the frame unchanged. The second has a prefix. The third
 * has a prefix in place of its MAC addresses. A frame stays held while the port of its next copy has no room.
 */
public final class HoldingRole implements Role {
    /** Time in which a frame is held, in ns. */
    public static final long HOLD_NS = 1_000_000;

    /** Bytes before the second copy. */
    public static final int PREFIX = 40;

    /** Bytes in place of the MAC addresses of the third copy. */
    public static final int ADDRESSES = 12;

    private static final long AGAIN_NS = 20_000;

    private record Held(long handle, int port, long dueNs) {}

    private final FrameStore store;
    private final int ports;
    private final int copies;
    private final Deque<Held> waiting = new ArrayDeque<>();
    private final UnsafeBuffer prefix = new UnsafeBuffer(new byte[FrameStore.LONGEST_PREFIX]);
    private int nextCopy;

    /**
     * @param store of the shard
     * @param ports of the switch
     * @param copies of each frame, in [1, 3]
     */
    public HoldingRole(final FrameStore store, final int ports, final int copies) {
        this.store = store;
        this.ports = ports;
        this.copies = copies;
        for (int i = 0; i < prefix.capacity(); i++) {
            prefix.putByte(i, prefixByte(i));
        }
    }

    /**
     * @param index in the prefix
     * @return the byte there
     */
    public static byte prefixByte(final int index) {
        return (byte) (0xC0 + index);
    }

    @Override
    public int onFrame(
            final long nowNs,
            final int port,
            final MutableDirectBuffer frame,
            final FrameInfo info,
            final EgressSink egress) {
        final long handle = store.hold(frame, info.frameOffset, info.frameLength, copies);
        if (handle == FrameStore.NONE) {
            return Ending.HOLD_REFUSED.id();
        }
        waiting.add(new Held(handle, port, nowNs + HOLD_NS));
        return Ending.HELD.id();
    }

    @Override
    public long onTick(final long nowNs, final EgressSink egress) {
        while (!waiting.isEmpty() && waiting.peek().dueNs() - nowNs <= 0) {
            final Held held = waiting.peek();
            final int to = (held.port() + 1 + nextCopy) % ports;
            if (egress.room(to) == 0) {
                return nowNs + AGAIN_NS;
            }
            final boolean sent = send(held.handle(), to, egress);
            store.release(
                    held.handle(), sent ? Ending.REPLICATED.id() : Ending.EGRESS_REFUSED.id());
            if (++nextCopy == copies) {
                nextCopy = 0;
                waiting.remove();
            }
        }
        return waiting.isEmpty() ? Long.MAX_VALUE : waiting.peek().dueNs();
    }

    private boolean send(final long handle, final int to, final EgressSink egress) {
        return switch (nextCopy) {
            case 0 -> store.send(handle, 0, prefix, 0, 0, to, egress);
            case 1 -> store.send(handle, 0, prefix, 0, PREFIX, to, egress);
            default -> store.send(handle, ADDRESSES, prefix, 0, ADDRESSES, to, egress);
        };
    }

    @Override
    public int groupOf(final DirectBuffer frame, final FrameInfo info) {
        return 0;
    }

    @Override
    public GroupChange setGroup(final long nowNs, final GroupEntry entry, final EgressSink egress)
            throws GroupRefusedException {
        throw new GroupRefusedException("a role without groups");
    }

    @Override
    public String startGroup(final long nowNs, final GroupEntry entry)
            throws GroupRefusedException {
        throw new GroupRefusedException("a role without groups");
    }

    @Override
    public boolean unsetGroup(final long nowNs, final int mcstId) {
        return false;
    }

    @Override
    public int groupCount() {
        return 0;
    }

    @Override
    public GroupPicture group(final int mcstId) {
        return null;
    }

    @Override
    public List<GroupPicture> groups() {
        return List.of();
    }

    @Override
    public void trace(final TraceSink sink) {}

    @Override
    public void events(final GroupEvents listener) {}

    @Override
    public void close() {}
}
