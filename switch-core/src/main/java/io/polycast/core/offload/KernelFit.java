package io.polycast.core.offload;

import io.polycast.mft.feedback.PathFeedback;
import io.polycast.mft.table.Mft;
import io.polycast.parser.kernel.KernelGroup;
import io.polycast.parser.kernel.KernelRow;
import io.polycast.parser.kernel.KernelTable;
import java.util.ArrayList;
import java.util.List;

/** Decides whether the kernel's programs can serve a group, and converts its rows to their form. */
final class KernelFit {
    private static final int MAC_BYTES = 6;

    private final Mft mft;
    private final PathFeedback paths;
    private final KernelTable kernel;

    KernelFit(final Mft mft, final KernelTable kernel) {
        this.mft = mft;
        this.paths = mft.pathFeedback();
        this.kernel = kernel;
    }

    /** Why a group cannot be served by the kernel, in a few words; null when it can. */
    String refusal(final int slot) {
        if (mft.isIpv6(slot)) {
            return "IPv6";
        }
        long ports = 0;
        final int count = mft.pathCount(slot);
        final int vlanId = mft.vlanId(mft.row(slot, 0));
        for (int path = 0; path < count; path++) {
            final int row = mft.row(slot, path);
            final int port = mft.port(row);
            if ((ports & 1L << port) != 0) {
                return "several paths on one port";
            }
            ports |= 1L << port;
            if (mft.vlanId(row) != vlanId) {
                return "paths of different VLANs";
            }
        }
        final int source = mft.groupFeedback().source(slot);
        for (int path = 0; path < count; path++) {
            final int row = mft.row(slot, path);
            String refusal = kernel.refusal(mft.port(row));
            if (refusal == null && mft.feedbackId(row) != source) {
                refusal = kernel.egressRefusal(mft.port(row));
            }
            if (refusal != null) {
                return refusal;
            }
        }
        return null;
    }

    KernelGroup group(final int slot, final int source, final int sourceIp, final int vlanId) {
        final List<KernelRow> rows = new ArrayList<>();
        long limit = -1;
        int sourcePort = 0;
        final int count = mft.pathCount(slot);
        for (int path = 0; path < count; path++) {
            final int row = mft.row(slot, path);
            final int id = mft.feedbackId(row);
            if (id == source) {
                sourcePort = mft.port(row);
                continue;
            }
            rows.add(row(row));
            if (mft.isHost(row) && !paths.has(id, PathFeedback.EVICTED)) {
                limit = narrower(limit, row);
            }
        }
        final long base = mft.memoryBase(slot);
        // A window that wraps is none: WRITEs go to the engine, which judges each.
        final boolean none =
                limit == 0 || limit > 0 && Long.compareUnsigned(base + limit, base) <= 0;
        final boolean all = limit < 0;
        return new KernelGroup(
                mft.mcstId(slot),
                sourcePort,
                sourceIp,
                vlanId,
                base,
                none || all ? 0 : base,
                none ? 0 : all ? -1 : base + limit,
                rows);
    }

    /** Bytes of the smaller memory: -1 without bound, 0 when a member has none. */
    private long narrower(final long limit, final int row) {
        if (!mft.hasMemory(row)) {
            return 0;
        }
        final long length = mft.memoryLength(row);
        if (length == 0) {
            return limit;
        }
        return limit < 0 ? length : Math.min(limit, length);
    }

    private KernelRow row(final int row) {
        final boolean host = mft.isHost(row);
        long mac = 0;
        for (int i = 0; i < MAC_BYTES; i++) {
            mac = mac << Byte.SIZE | mft.rows().getByte(mft.macOffset(row) + i) & 0xFF;
        }
        return new KernelRow(
                mft.port(row),
                host,
                mac,
                host ? mft.ipLow(row) : 0,
                host ? mft.qpn(row) : 0,
                host ? mft.va(row) : 0,
                host ? mft.rkey(row) : 0);
    }
}
