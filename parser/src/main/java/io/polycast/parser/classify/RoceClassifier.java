package io.polycast.parser.classify;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.polycast.parser.contract.Ending;
import io.polycast.parser.psn.Psn;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Bth;
import io.polycast.parser.wire.IcrcField;
import io.polycast.parser.wire.Opcode;
import io.polycast.parser.wire.Udp;
import org.agrona.DirectBuffer;

/** The part of the pass behind the IP header of a frame to UDP port 4791. */
final class RoceClassifier {
    private static final int TRUNCATED_UDP = Ending.TRUNCATED_UDP.id();
    private static final int BAD_UDP_LENGTH = Ending.BAD_UDP_LENGTH.id();
    private static final int TRUNCATED_BTH = Ending.TRUNCATED_BTH.id();
    private static final int BAD_TRANSPORT_VERSION = Ending.BAD_TRANSPORT_VERSION.id();
    private static final int UNKNOWN_OPCODE = Ending.UNKNOWN_OPCODE.id();
    private static final int TRUNCATED_EXTENSION = Ending.TRUNCATED_EXTENSION.id();
    private static final int BAD_PAD = Ending.BAD_PAD.id();
    private static final int BAD_AETH = Ending.BAD_AETH.id();
    private static final int BAD_CNP = Ending.BAD_CNP.id();
    private static final int BAD_PAYLOAD_LENGTH = Ending.BAD_PAYLOAD_LENGTH.id();

    private RoceClassifier() {}

    /**
     * @param udp offset of a UDP header that lies in the frame
     * @param ipEnd first byte behind the IP packet, which lies in the frame
     */
    static int classify(
            final DirectBuffer buffer, final int udp, final int ipEnd, final FrameInfo info) {
        if (ipEnd - udp < Udp.LENGTH) {
            return Classifier.malformed(info, TRUNCATED_UDP);
        }
        if (Udp.length(buffer, udp) != ipEnd - udp) {
            return Classifier.malformed(info, BAD_UDP_LENGTH);
        }
        final int bth = udp + Udp.LENGTH;
        final int icrc = ipEnd - IcrcField.LENGTH;
        if (icrc - bth < Bth.LENGTH) {
            return Classifier.malformed(info, TRUNCATED_BTH);
        }
        return transport(buffer, bth, icrc, info);
    }

    /**
     * @param bth offset of a BTH that lies in the frame
     * @param icrc offset of the ICRC, not in front of the BTH's end
     */
    static int transport(
            final DirectBuffer buffer, final int bth, final int icrc, final FrameInfo info) {
        final long head = buffer.getLong(bth, BIG_ENDIAN);
        final int psn = buffer.getInt(bth + Bth.ACK_REQ_OFFSET, BIG_ENDIAN);
        info.bthOffset = bth;
        info.icrcOffset = icrc;
        info.opcode = (int) (head >>> 56);
        info.destQpn = (int) head & 0xFF_FFFF;
        info.psn = psn & Psn.MASK;
        info.ackReq = psn < 0;
        final int reason = bodyFault(buffer, bth, icrc, info);
        return reason == 0 ? kind(info.opcode) : Classifier.malformed(info, reason);
    }

    private static int kind(final int opcode) {
        if (Opcode.isGroupData(opcode)) {
            return FrameKind.ROCE_DATA;
        }
        switch (opcode) {
            case Opcode.ACKNOWLEDGE:
                return FrameKind.ROCE_ACK;
            case Opcode.CNP:
                return FrameKind.ROCE_CNP;
            default:
                return FrameKind.ROCE_REFUSED;
        }
    }

    private static int bodyFault(
            final DirectBuffer buffer, final int bth, final int icrc, final FrameInfo info) {
        final int opcode = info.opcode;
        if (Bth.version(buffer, bth) != 0) {
            return BAD_TRANSPORT_VERSION;
        }
        if (!Opcode.isKnown(opcode)) {
            return UNKNOWN_OPCODE;
        }
        final int extension = bth + Bth.LENGTH;
        final int padded = icrc - extension - Opcode.extensionLength(opcode);
        final int pad = Bth.padCount(buffer, bth);
        if (opcode == Opcode.CNP) {
            info.payloadOffset = icrc;
            return padded == 0 && pad == 0 && Bth.becn(buffer, bth) ? 0 : BAD_CNP;
        }
        if (padded < 0) {
            return TRUNCATED_EXTENSION;
        }
        info.payloadOffset = icrc - padded;
        if (Opcode.hasReth(opcode)) {
            info.rethOffset = extension + Opcode.rethDistance(opcode);
        }
        if (Opcode.hasAeth(opcode)) {
            info.aethOffset = extension;
            if (!Aeth.isValid(Aeth.syndrome(buffer, extension))) {
                return BAD_AETH;
            }
        }
        return payloadFault(opcode, padded, pad, info);
    }

    private static int payloadFault(
            final int opcode, final int padded, final int pad, final FrameInfo info) {
        if (opcode == Opcode.ACKNOWLEDGE && padded != 0) {
            return BAD_PAYLOAD_LENGTH;
        }
        if (pad > padded || (padded & 3) != 0) {
            return BAD_PAD;
        }
        if (Opcode.isFirst(opcode) || Opcode.isMiddle(opcode)) {
            if (pad != 0) {
                return BAD_PAD;
            }
            if (padded == 0) {
                return BAD_PAYLOAD_LENGTH;
            }
        }
        info.payloadLength = padded - pad;
        return 0;
    }
}
