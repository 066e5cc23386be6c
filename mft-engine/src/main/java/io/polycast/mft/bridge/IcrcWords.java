package io.polycast.mft.bridge;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.polycast.mft.table.Mft;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.icrc.IcrcDelta;
import io.polycast.parser.wire.Bth;
import io.polycast.parser.wire.Ipv6;
import io.polycast.parser.wire.Reth;
import io.polycast.parser.wire.Udp;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The word by which a copy's ICRC differs from that of the frame that came in. CRC-32 is affine, and
 * addresses and QPN change between constants of (path, source): for one length that is one word,
 * computed once and cached. A RETH adds a word of its own, because its VA differs per message.
 */
final class IcrcWords {
    /** From the first changed address byte to the end of DestQP: IPv4 8 + UDP 8 + BTH 8. */
    private static final int CHANGED_4 = 8 + Udp.LENGTH + Bth.ACK_REQ_OFFSET;

    /** The same for IPv6: 32 + UDP 8 + BTH 8. */
    private static final int CHANGED_6 = 32 + Udp.LENGTH + Bth.ACK_REQ_OFFSET;

    private static final int RETH_CHANGED = Reth.R_KEY_OFFSET + 4;

    private final Mft mft;
    private final DeltaCache cache;
    private final UnsafeBuffer changes = new UnsafeBuffer(new byte[CHANGED_6]);
    private long sourceHigh;
    private long sourceLow;

    IcrcWords(final Mft mft, final int entries) {
        this.mft = mft;
        this.cache = new DeltaCache(entries);
    }

    /** Source address of the frame that is being replicated. */
    void source(final long high, final long low) {
        sourceHigh = high;
        sourceLow = low;
    }

    int word4(final int row, final int mcstId, final FrameInfo info) {
        final int following = info.icrcOffset - info.bthOffset - Bth.ACK_REQ_OFFSET;
        final long serial = mft.serial(row);
        final int entry = cache.entry(serial, following);
        if (cache.holds(entry, serial, sourceHigh, sourceLow, following)) {
            return cache.word(entry);
        }
        changes.putInt(0, info.srcIp ^ mcstId, BIG_ENDIAN);
        changes.putInt(4, info.dstIp ^ mft.ipLow(row), BIG_ENDIAN);
        changes.putLong(8, 0);
        changes.putInt(16, 0);
        // Byte 4 of the BTH is masked: only DestQP differs.
        changes.putInt(20, info.destQpn ^ mft.qpn(row), BIG_ENDIAN);
        final int word = IcrcDelta.delta(changes, 0, CHANGED_4, following);
        cache.put(entry, serial, sourceHigh, sourceLow, following, word);
        return word;
    }

    int word6(
            final int row,
            final DirectBuffer group,
            final DirectBuffer frame,
            final FrameInfo info) {
        final int following = info.icrcOffset - info.bthOffset - Bth.ACK_REQ_OFFSET;
        final long serial = mft.serial(row);
        final int entry = cache.entry(serial, following);
        if (cache.holds(entry, serial, sourceHigh, sourceLow, following)) {
            return cache.word(entry);
        }
        final int addresses = info.l3Offset + Ipv6.SRC_OFFSET;
        final DirectBuffer rows = mft.rows();
        for (int i = 0; i < 16; i += 8) {
            changes.putLong(i, frame.getLong(addresses + i) ^ group.getLong(i));
            changes.putLong(
                    16 + i,
                    frame.getLong(addresses + 16 + i) ^ rows.getLong(mft.ip6Offset(row) + i));
        }
        changes.putLong(32, 0);
        changes.putInt(40, 0);
        changes.putInt(44, info.destQpn ^ mft.qpn(row), BIG_ENDIAN);
        final int word = IcrcDelta.delta(changes, 0, CHANGED_6, following);
        cache.put(entry, serial, sourceHigh, sourceLow, following, word);
        return word;
    }

    int rethWord(
            final DirectBuffer header,
            final int reth,
            final DirectBuffer frame,
            final FrameInfo info) {
        final int from = info.rethOffset;
        changes.putLong(0, frame.getLong(from) ^ header.getLong(reth));
        changes.putInt(8, frame.getInt(from + 8) ^ header.getInt(reth + 8));
        return IcrcDelta.delta(changes, 0, RETH_CHANGED, info.icrcOffset - from - RETH_CHANGED);
    }
}
