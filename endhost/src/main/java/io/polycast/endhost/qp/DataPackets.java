package io.polycast.endhost.qp;

import io.polycast.endhost.settings.QpSettings;
import io.polycast.endhost.verbs.WorkOpcode;
import io.polycast.endhost.wire.HeaderTemplate;
import io.polycast.endhost.wire.PacketForm;
import io.polycast.parser.wire.ImmDt;
import io.polycast.parser.wire.Reth;
import org.agrona.MutableDirectBuffer;

/** Makes packets of requests: headers, RETH at a message's start, ImmDt at its end, payload. */
final class DataPackets {
    private final HeaderTemplate template;
    private final int mtu;
    private final boolean isVirtual;
    private final int ackRequestEvery;
    private int sinceAckRequest;

    DataPackets(final QpSettings settings, final HeaderTemplate template) {
        this.template = template;
        mtu = settings.pathMtu();
        isVirtual = settings.virtualPayload();
        ackRequestEvery = settings.ackRequestEvery();
    }

    /** Packets that a message takes. */
    int count(final int length) {
        return length == 0 ? 1 : (length - 1) / mtu + 1;
    }

    /** The next packet starts a run: after it every k-th one asks for an ACK. */
    void restart() {
        sinceAckRequest = 0;
    }

    /**
     * Writes the next packet of a window.
     *
     * @param asking whether it asks for an ACK although its place in the run does not
     * @return frame length in bytes
     */
    int write(
            final SendWindow window,
            final MutableDirectBuffer out,
            final int offset,
            final boolean asking) {
        final SendQueue queue = window.queue;
        final int slot = window.nextSlot();
        final int kind = queue.opcode[slot];
        final boolean first = window.nextIndex() == 0;
        final boolean last = window.nextIndex() == queue.packets[slot] - 1;
        final boolean ackRequest = asking || last || ++sinceAckRequest >= ackRequestEvery;
        if (ackRequest) {
            sinceAckRequest = 0;
        }
        final int opcode = PacketForm.opcode(kind, first, last);
        int index = template.begin(out, offset, opcode, window.next(), ackRequest);
        if (first && WorkOpcode.isWrite(kind)) {
            Reth.write(out, index, queue.remoteAddress[slot], queue.rkey[slot], queue.length[slot]);
            index += Reth.LENGTH;
        }
        if (last && WorkOpcode.hasImmediate(kind)) {
            ImmDt.write(out, index, queue.immediate[slot]);
            index += ImmDt.LENGTH;
        }
        final int done = window.nextIndex() * mtu;
        final int payload = Math.min(mtu, queue.length[slot] - done);
        if (payload > 0 && !isVirtual) {
            out.putBytes(index, queue.buffer[slot], queue.offset[slot] + done, payload);
        }
        return template.finish(out, offset, index + payload, payload);
    }
}
