package io.polycast.mft.registration.kept;

import io.polycast.mft.spec.GroupSpec;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpDetail;
import io.polycast.parser.mrp.MrpGroup;
import io.polycast.parser.mrp.MrpNode;
import io.polycast.parser.mrp.MrpType;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Bytes of a {@link RegisteredGroup} but for its entry, for the journal. Numbers are big-endian. Records are those
 * of MRP with addresses of 16 bytes.
 *
 * <pre>
 * format 1 = 1, revision 2, address 16, GROUP record 48,
 * nodes 2, NODES records 20 each, details 2, DETAIL records 44 each,
 * hops 1, each: port 1, MAC 8, address 16, nodes 2, their addresses 16 each; the first hop leads to the leader
 * </pre>
 */
public final class RegisteredImage {
    private static final int FORMAT = 1;
    private static final int ADDRESS = 16;

    private final UnsafeBuffer bytes;
    private int at;

    private RegisteredImage(final UnsafeBuffer bytes) {
        this.bytes = bytes;
    }

    /**
     * @param group to be kept
     * @return its bytes
     */
    public static byte[] write(final RegisteredGroup group) {
        final ExpandableArrayBuffer to = new ExpandableArrayBuffer();
        to.putByte(0, (byte) FORMAT);
        to.putShort(1, (short) group.revision(), ByteOrder.BIG_ENDIAN);
        group.address().store(to, 3, true);
        group.about().store(to, 3 + ADDRESS, true);
        int end = 3 + ADDRESS + MrpType.GROUP.recordLength(true);
        end = count(to, end, group.nodes().size());
        for (final MrpNode node : group.nodes()) {
            node.store(to, end, true);
            end += MrpType.NODES.recordLength(true);
        }
        end = count(to, end, group.details().size());
        for (final MrpDetail detail : group.details()) {
            detail.store(to, end, true);
            end += MrpType.DETAIL.recordLength(true);
        }
        to.putByte(end++, (byte) (1 + group.branches().size()));
        end = hop(to, end, group.upstream());
        for (final RegisteredGroup.Hop branch : group.branches()) {
            end = hop(to, end, branch);
        }
        final byte[] written = new byte[end];
        to.getBytes(0, written);
        return written;
    }

    private static int count(final ExpandableArrayBuffer to, final int at, final int count) {
        to.putShort(at, (short) count, ByteOrder.BIG_ENDIAN);
        return at + Short.BYTES;
    }

    private static int hop(
            final ExpandableArrayBuffer to, final int from, final RegisteredGroup.Hop hop) {
        to.putByte(from, (byte) hop.port());
        to.putLong(from + 1, hop.mac(), ByteOrder.BIG_ENDIAN);
        hop.address().store(to, from + 1 + Long.BYTES, true);
        int at = count(to, from + 1 + Long.BYTES + ADDRESS, hop.nodes().size());
        for (final MrpAddress node : hop.nodes()) {
            node.store(to, at, true);
            at += ADDRESS;
        }
        return at;
    }

    /**
     * @param written by {@link #write}
     * @param spec of the group, which was kept beside it
     * @return the group, or null when the bytes are of another format or cut
     */
    public static RegisteredGroup read(final byte[] written, final GroupSpec spec) {
        try {
            final RegisteredImage image = new RegisteredImage(new UnsafeBuffer(written));
            return written[image.skip(1)] == FORMAT ? image.group(spec) : null;
        } catch (final IndexOutOfBoundsException e) {
            return null;
        }
    }

    private RegisteredGroup group(final GroupSpec spec) {
        final int revision = count();
        final MrpAddress address = address();
        final MrpGroup about = MrpGroup.load(bytes, skip(MrpType.GROUP.recordLength(true)), true);
        final List<MrpNode> nodes = new ArrayList<>();
        for (int left = count(); left > 0; left--) {
            nodes.add(MrpNode.load(bytes, skip(MrpType.NODES.recordLength(true)), true));
        }
        final List<MrpDetail> details = new ArrayList<>();
        for (int left = count(); left > 0; left--) {
            details.add(MrpDetail.load(bytes, skip(MrpType.DETAIL.recordLength(true)), true));
        }
        final int hops = bytes.getByte(skip(1)) & 0xFF;
        final RegisteredGroup.Hop upstream = hop();
        final List<RegisteredGroup.Hop> branches = new ArrayList<>();
        for (int left = hops - 1; left > 0; left--) {
            branches.add(hop());
        }
        return new RegisteredGroup(
                address, revision, spec, about, nodes, details, upstream, branches);
    }

    private RegisteredGroup.Hop hop() {
        final int port = bytes.getByte(skip(1));
        final long mac = bytes.getLong(skip(Long.BYTES), ByteOrder.BIG_ENDIAN);
        final MrpAddress address = address();
        final List<MrpAddress> nodes = new ArrayList<>();
        for (int left = count(); left > 0; left--) {
            nodes.add(address());
        }
        return new RegisteredGroup.Hop(port, mac, address, nodes);
    }

    private MrpAddress address() {
        return MrpAddress.load(bytes, skip(ADDRESS), true);
    }

    private int count() {
        return bytes.getShort(skip(Short.BYTES), ByteOrder.BIG_ENDIAN) & 0xFFFF;
    }

    /** Where the next bytes begin, which are there. */
    private int skip(final int length) {
        final int from = at;
        if (from + length > bytes.capacity()) {
            throw new IndexOutOfBoundsException(from + length);
        }
        at += length;
        return from;
    }
}
