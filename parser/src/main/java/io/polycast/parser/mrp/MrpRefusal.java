package io.polycast.parser.mrp;

import io.polycast.parser.wire.Ethernet;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Record of a {@link MrpType#REFUSED}, 24 bytes: reason 1, reserved 1, MAC 6, address 16.
 *
 * @param reason of the refusal
 * @param mac of the switch that refused, in the low 48 bits; 0 when a host did
 * @param node that the reason is about, or {@link MrpAddress#NONE}
 */
public record MrpRefusal(MrpReason reason, long mac, MrpAddress node) {
    /**
     * @param buffer that holds the record
     * @param index of its first byte
     * @return the record; a reason of a later version is {@link MrpReason#NODE}
     */
    public static MrpRefusal load(final DirectBuffer buffer, final int index) {
        final MrpReason reason = MrpReason.byCode(buffer.getByte(index) & 0xFF);
        return new MrpRefusal(
                reason == null ? MrpReason.NODE : reason,
                Ethernet.loadMac(buffer, index + 2),
                MrpAddress.load(buffer, index + 8, true));
    }

    /**
     * @param buffer to write to
     * @param index of the first byte
     */
    public void store(final MutableDirectBuffer buffer, final int index) {
        buffer.putByte(index, (byte) reason.code());
        buffer.putByte(index + 1, (byte) 0);
        Ethernet.storeMac(buffer, index + 2, mac);
        node.store(buffer, index + 8, true);
    }
}
