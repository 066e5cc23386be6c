package io.polycast.mft.bridge;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.polycast.mft.table.Mft;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.icrc.Icrc;
import io.polycast.parser.icrc.IcrcDelta;
import io.polycast.parser.wire.Bth;
import io.polycast.parser.wire.Ipv6;
import io.polycast.parser.wire.Reth;
import io.polycast.parser.wire.Udp;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The words by which a copy's ICRC differs from that of the frame that came in. CRC-32 is affine,
 * and a copy replaces addresses and QPN by constants of its path. For one length the ICRC therefore
 * differs by two words: one of the frame's old values and one of the path's new values. The first
 * word is read once per frame: from the row of the frame's path, or from a cache by source if the
 * path leads to a switch. The second word is in the row of the copy's path. A RETH adds a word of
 * its own, because its VA differs per message.
 */
final class IcrcWords implements AutoCloseable {
    /** From the first changed address byte to the end of DestQP: IPv4 8 + UDP 8 + BTH 8. */
    private static final int CHANGED_4 = 8 + Udp.LENGTH + Bth.ACK_REQ_OFFSET;

    /** The same for IPv6: 32 + UDP 8 + BTH 8. */
    private static final int CHANGED_6 = 32 + Udp.LENGTH + Bth.ACK_REQ_OFFSET;

    private static final int RETH_CHANGED = Reth.R_KEY_OFFSET + 4;
    private static final long IPV6_KEY = Long.MIN_VALUE;

    /**
     * In the bytes that a path's word is for: it is that of frames that come from the path's host.
     */
    private static final int FROM_HOST = 1 << 30;

    private final Mft mft;
    private final DeltaCache cache;
    private final UnsafeBuffer fields = new UnsafeBuffer(new byte[CHANGED_6]);
    // Of the flow and length of the frame before: most often those of the next.
    private long lastKey;
    private long lastHigh;
    private long lastLow;
    private int lastWord;
    private int following;
    private int offset;
    private long distance;

    /** ICRC of the frame, less what its own addresses and QPN do to it. */
    private int base;

    IcrcWords(final Mft mft, final int entries) {
        this.mft = mft;
        this.cache = new DeltaCache(entries);
    }

    @Override
    public void close() {
        cache.close();
    }

    /**
     * Takes a frame that is to be replicated; {@code ingressRow} is that of the path that it came
     * on.
     */
    void begin(
            final int ingressRow,
            final int mcstId,
            final DirectBuffer frame,
            final FrameInfo info) {
        base = Icrc.load(frame, info.icrcOffset) ^ frameWord(ingressRow, mcstId, frame, info);
    }

    /** Distance from the address of a path's row to its word for the frame's length, in bytes. */
    long distance() {
        return distance;
    }

    /** Bytes of the frame that the path's word has to be for. */
    int following() {
        return following;
    }

    /** What, with the path's word, is the copy's ICRC. */
    int base() {
        return base;
    }

    /** ICRC of an IPv4 copy. */
    int icrc4(final int row, final int mcstId) {
        return base ^ (isKept(row) ? mft.icrcWord(row, offset) : compute4(row, mcstId));
    }

    /** ICRC of an IPv6 copy; {@code group} holds the group's address. */
    int icrc6(final int row, final DirectBuffer group) {
        return base ^ (isKept(row) ? mft.icrcWord(row, offset) : compute6(row, group));
    }

    private boolean isKept(final int row) {
        return Math.abs(mft.icrcWordBytes(row, offset)) == following;
    }

    private int compute4(final int row, final int mcstId) {
        final int word = word4(mcstId, mft.ipLow(row), mft.qpn(row));
        mft.icrcWord(row, offset, following, word);
        return word;
    }

    private int compute6(final int row, final DirectBuffer group) {
        fields.putBytes(0, group, 0, 16);
        fields.putBytes(16, mft.rows(), mft.ip6Offset(row), 16);
        final int word = word6(mft.qpn(row));
        mft.icrcWord(row, offset, following, word);
        return word;
    }

    private int frameWord(
            final int ingressRow,
            final int mcstId,
            final DirectBuffer frame,
            final FrameInfo info) {
        final int bytes = info.icrcOffset - info.bthOffset - Bth.ACK_REQ_OFFSET;
        final boolean v6 = info.ipVersion == 6;
        final int addresses = info.l3Offset + Ipv6.SRC_OFFSET;
        final long high = v6 ? frame.getLong(addresses) : lastHigh;
        final long low = v6 ? frame.getLong(addresses + 8) : info.srcIp;
        // Groups' addresses share their first 12 bytes.
        final long key =
                (v6 ? IPV6_KEY : 0) | (info.dstIp & 0xFFFF_FFFFL) << 24 | info.destQpn & 0xFF_FFFF;
        if (key != lastKey || low != lastLow || bytes != following || high != lastHigh) {
            following = bytes;
            offset = Mft.icrcWordOffset(bytes);
            distance = mft.icrcWordDistance(offset);
            lastWord =
                    isOfHost(ingressRow, mcstId, info)
                            ? hostWord(ingressRow, info)
                            : cachedWord(frame, info, key, v6 ? high : 0, low);
            lastKey = key;
            lastHigh = high;
            lastLow = low;
        }
        return lastWord;
    }

    private boolean isOfHost(final int row, final int mcstId, final FrameInfo info) {
        return info.ipVersion == 4
                && info.destQpn == Bth.VIRTUAL_QPN
                && info.dstIp == mcstId
                && mft.isHost(row)
                && mft.ipLow(row) == info.srcIp;
    }

    /**
     * Kept beside the words of copies to that host, for its row is at hand: among many groups the
     * cache's entry would have to be waited for.
     */
    private int hostWord(final int row, final FrameInfo info) {
        final int bytes = following | FROM_HOST;
        if (Math.abs(mft.icrcWordBytes(row, offset)) == bytes) {
            return mft.icrcWord(row, offset);
        }
        final int word = word4(info.srcIp, info.dstIp, info.destQpn);
        mft.icrcWord(row, offset, bytes, word);
        return word;
    }

    private int cachedWord(
            final DirectBuffer frame,
            final FrameInfo info,
            final long key,
            final long high,
            final long low) {
        final int entry = cache.entry(key, following);
        if (cache.holds(entry, key, high, low, following)) {
            return cache.word(entry);
        }
        final int word;
        if (key < 0) {
            fields.putBytes(0, frame, info.l3Offset + Ipv6.SRC_OFFSET, 32);
            word = word6(info.destQpn);
        } else {
            word = word4(info.srcIp, info.dstIp, info.destQpn);
        }
        cache.put(entry, key, high, low, following, word);
        return word;
    }

    private int word4(final int src, final int dst, final int qpn) {
        fields.putInt(0, src, BIG_ENDIAN);
        fields.putInt(4, dst, BIG_ENDIAN);
        fields.putLong(8, 0);
        fields.putInt(16, 0);
        // Byte 4 of the BTH is masked: only DestQP counts.
        fields.putInt(20, qpn, BIG_ENDIAN);
        return IcrcDelta.delta(fields, 0, CHANGED_4, following);
    }

    /** Of the addresses that are in the fields already. */
    private int word6(final int qpn) {
        fields.putLong(32, 0);
        fields.putInt(40, 0);
        fields.putInt(44, qpn, BIG_ENDIAN);
        return IcrcDelta.delta(fields, 0, CHANGED_6, following);
    }

    /** By what a new RETH at {@code reth} of the copy's headers changes its ICRC. */
    int rethWord(
            final DirectBuffer headers,
            final int reth,
            final DirectBuffer frame,
            final FrameInfo info) {
        final int from = info.rethOffset;
        fields.putLong(0, frame.getLong(from) ^ headers.getLong(reth));
        fields.putInt(8, frame.getInt(from + 8) ^ headers.getInt(reth + 8));
        return IcrcDelta.delta(fields, 0, RETH_CHANGED, info.icrcOffset - from - RETH_CHANGED);
    }
}
