package io.polycast.core.role;

import io.polycast.core.event.GroupEvents;
import io.polycast.core.trace.CommonEvent;
import io.polycast.core.trace.TraceSink;
import io.polycast.mft.spec.GroupChange;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.FrameStore;
import io.polycast.parser.contract.GroupEntry;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.TreeMap;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Role that holds every frame for a time and then sends it. A frame of a group leaves on the group's port. Any
 * other frame is held for 1 ms and then sent up to three times, at consecutive ports behind its ingress port.
 * The first copy is the frame unchanged. The second has a prefix. The third has a prefix in place of its MAC
 * addresses. A frame stays held while the port of its next copy has no room.
 */
public final class HoldingRole implements Role {
    /** Time in which a frame is held, in ns. */
    public static final long HOLD_NS = 1_000_000;

    /** Bytes before the second copy. */
    public static final int PREFIX = 40;

    /** Bytes in place of the MAC addresses of the third copy. */
    public static final int ADDRESSES = 12;

    private static final long AGAIN_NS = 20_000;

    private record Held(long handle, int port, int copies, long dueNs, long number) {}

    /** A group in service. */
    private static final class Group {
        private HoldEntry entry;
        private long frames;
    }

    private final FrameStore store;
    private final int ports;
    private final int copies;
    private final Queue<Held> waiting =
            new PriorityQueue<>(
                    Comparator.comparingLong(Held::dueNs).thenComparingLong(Held::number));
    private final Map<Integer, Group> groups = new TreeMap<>(Integer::compareUnsigned);
    private TraceSink trace;
    private long nextNumber;
    private final UnsafeBuffer prefix = new UnsafeBuffer(new byte[FrameStore.LONGEST_PREFIX]);
    private int nextCopy;

    /**
     * @param store of the shard
     * @param ports of the switch
     * @param copies of each frame of no group, in [1, 3]
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
        final Group group = groups.get(groupOf(frame, info));
        final int count = group == null ? copies : 1;
        final long handle = store.hold(frame, info.frameOffset, info.frameLength, count);
        if (handle == FrameStore.NONE) {
            return Ending.HOLD_REFUSED.id();
        }
        final long number = nextNumber++;
        if (group == null) {
            waiting.add(new Held(handle, port + 1, count, nowNs + HOLD_NS, number));
        } else {
            group.frames++;
            final long dueNs = nowNs + group.entry.timeNs();
            waiting.add(new Held(handle, group.entry.port(), count, dueNs, number));
        }
        return Ending.HELD.id();
    }

    @Override
    public long onTick(final long nowNs, final EgressSink egress) {
        while (!waiting.isEmpty() && waiting.peek().dueNs() - nowNs <= 0) {
            final Held held = waiting.peek();
            final int to = (held.port() + nextCopy) % ports;
            if (egress.room(to) == 0) {
                return nowNs + AGAIN_NS;
            }
            final boolean sent = send(held.handle(), to, egress);
            store.release(
                    held.handle(), sent ? Ending.REPLICATED.id() : Ending.EGRESS_REFUSED.id());
            if (++nextCopy == held.copies()) {
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
        return info.ipVersion == 4 && groups.containsKey(info.dstIp) ? info.dstIp : 0;
    }

    @Override
    public GroupChange setGroup(final long nowNs, final GroupEntry entry, final EgressSink egress)
            throws GroupRefusedException {
        final boolean isNew = install(nowNs, entry);
        return new GroupChange(isNew ? GroupChange.Kind.CREATED : GroupChange.Kind.KEPT, 0);
    }

    @Override
    public String startGroup(final long nowNs, final GroupEntry entry)
            throws GroupRefusedException {
        install(nowNs, entry);
        return null;
    }

    private boolean install(final long nowNs, final GroupEntry entry) throws GroupRefusedException {
        final HoldEntry hold = (HoldEntry) entry;
        if (hold.port() >= ports) {
            throw new GroupRefusedException("there is no port " + hold.port());
        }
        final boolean isNew = !groups.containsKey(hold.mcstId());
        groups.computeIfAbsent(hold.mcstId(), id -> new Group()).entry = hold;
        tell(nowNs, CommonEvent.GROUP_SET, hold.mcstId(), hold.pathCount());
        return isNew;
    }

    @Override
    public boolean unsetGroup(final long nowNs, final int mcstId) {
        if (groups.remove(mcstId) == null) {
            return false;
        }
        tell(nowNs, CommonEvent.GROUP_UNSET, mcstId, 0);
        return true;
    }

    private void tell(
            final long nowNs, final CommonEvent event, final int mcstId, final int detail) {
        if (trace != null) {
            trace.onEvent(nowNs, event, mcstId, -1, -1, -1, detail);
        }
    }

    @Override
    public int groupCount() {
        return groups.size();
    }

    @Override
    public HoldPicture group(final int mcstId) {
        final Group group = groups.get(mcstId);
        return group == null ? null : new HoldPicture(group.entry, group.frames);
    }

    @Override
    public List<HoldPicture> groups() {
        return groups.keySet().stream().map(this::group).toList();
    }

    @Override
    public void trace(final TraceSink sink) {
        trace = sink;
    }

    @Override
    public void events(final GroupEvents listener) {}

    @Override
    public void close() {}
}
