package io.polycast.parser.repr;

import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Arp;
import io.polycast.parser.wire.Bth;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Icmpv6;
import io.polycast.parser.wire.ImmDt;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Ipv6;
import io.polycast.parser.wire.Opcode;
import io.polycast.parser.wire.Reth;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** One line of text about any frame, for traces and tests. Throws on no bytes whatever. */
public final class FrameText {
    private FrameText() {}

    /**
     * @param frame from the destination MAC to the last byte before the FCS
     * @return one line about it
     */
    public static String describe(final byte[] frame) {
        return describe(new UnsafeBuffer(frame), 0, frame.length);
    }

    /**
     * @param buffer that holds the frame
     * @param offset of its first byte
     * @param length in bytes
     * @return one line about it
     */
    public static String describe(final DirectBuffer buffer, final int offset, final int length) {
        final FrameInfo info = new FrameInfo();
        Classifier.classify(buffer, offset, length, info);
        return describe(buffer, info);
    }

    /**
     * @param buffer that holds the frame
     * @param info result of {@link Classifier} for it
     * @return one line about it
     */
    public static String describe(final DirectBuffer buffer, final FrameInfo info) {
        final StringBuilder text = new StringBuilder(160);
        switch (info.kind) {
            case FrameKind.ROCE_DATA:
            case FrameKind.ROCE_ACK:
            case FrameKind.ROCE_CNP:
            case FrameKind.ROCE_REFUSED:
                roce(text, buffer, info);
                break;
            case FrameKind.ARP_REQUEST:
                text.append("ARP who has ")
                        .append(Ipv4.format(info.dstIp))
                        .append(" tell ")
                        .append(Ipv4.format(info.srcIp))
                        .append(" (")
                        .append(Ethernet.formatMac(Arp.senderMac(buffer, info.l3Offset)))
                        .append(')');
                break;
            case FrameKind.NEIGHBOUR_SOLICITATION:
                addresses(text, buffer, info);
                text.append("neighbour solicitation for ")
                        .append(
                                Ipv6.format(
                                        buffer,
                                        info.l3Offset + Ipv6.LENGTH + Icmpv6.TARGET_OFFSET));
                break;
            case FrameKind.MAC_CONTROL:
                text.append("MAC control");
                break;
            case FrameKind.MALFORMED:
                addresses(text, buffer, info);
                text.append("malformed: ").append(Ending.byId(info.reason).label());
                break;
            default:
                other(text, buffer, info);
                break;
        }
        if (info.vlanTags > 0) {
            text.append(", vlan ").append(info.vlanId);
        }
        return text.append(", ").append(info.frameLength).append(" bytes").toString();
    }

    private static void roce(
            final StringBuilder text, final DirectBuffer buffer, final FrameInfo info) {
        addresses(text, buffer, info);
        text.append(Opcode.name(info.opcode))
                .append(" qpn=0x")
                .append(Integer.toHexString(info.destQpn))
                .append(" psn=")
                .append(info.psn);
        if (info.ackReq) {
            text.append(" ackreq");
        }
        if (Bth.becn(buffer, info.bthOffset)) {
            text.append(" becn");
        }
        if (Bth.fecn(buffer, info.bthOffset)) {
            text.append(" fecn");
        }
        if (info.rethOffset >= 0) {
            text.append(" va=0x")
                    .append(Long.toHexString(Reth.va(buffer, info.rethOffset)))
                    .append(" rkey=0x")
                    .append(Integer.toHexString(Reth.rKey(buffer, info.rethOffset)))
                    .append(" dmalen=")
                    .append(Reth.dmaLength(buffer, info.rethOffset));
        }
        if (info.aethOffset >= 0) {
            text.append(' ')
                    .append(Aeth.describe(Aeth.syndrome(buffer, info.aethOffset)))
                    .append(" msn=")
                    .append(Aeth.msn(buffer, info.aethOffset));
        }
        if (Opcode.hasImmediate(info.opcode) && info.kind == FrameKind.ROCE_DATA) {
            final int imm = ImmDt.value(buffer, info.payloadOffset - ImmDt.LENGTH);
            text.append(" imm=0x").append(Integer.toHexString(imm));
        }
        text.append(" payload=").append(info.payloadLength);
    }

    private static void addresses(
            final StringBuilder text, final DirectBuffer buffer, final FrameInfo info) {
        if (info.ipVersion == 4) {
            text.append(Ipv4.format(info.srcIp)).append(" > ").append(Ipv4.format(info.dstIp));
        } else if (info.ipVersion == 6) {
            text.append(Ipv6.format(buffer, info.l3Offset + Ipv6.SRC_OFFSET))
                    .append(" > ")
                    .append(Ipv6.format(buffer, info.l3Offset + Ipv6.DST_OFFSET));
        }
        text.append(info.ipVersion == 0 ? "" : " ");
    }

    private static void other(
            final StringBuilder text, final DirectBuffer buffer, final FrameInfo info) {
        if (info.frameLength < Ethernet.LENGTH) {
            text.append("runt");
            return;
        }
        addresses(text, buffer, info);
        if (info.ipVersion == 4) {
            text.append("IP protocol ").append(Ipv4.protocol(buffer, info.l3Offset));
        } else if (info.ipVersion == 6) {
            text.append("IP next header ").append(Ipv6.nextHeader(buffer, info.l3Offset));
        } else {
            text.append(Ethernet.formatMac(Ethernet.srcMac(buffer, info.frameOffset)))
                    .append(" > ")
                    .append(Ethernet.formatMac(Ethernet.dstMac(buffer, info.frameOffset)))
                    .append(" EtherType 0x")
                    .append(Integer.toHexString(outerType(buffer, info)));
        }
    }

    private static int outerType(final DirectBuffer buffer, final FrameInfo info) {
        // the innermost that the classifier saw; it lies in the frame, for it was read already
        return Ethernet.etherType(buffer, info.frameOffset + 4 * info.vlanTags);
    }
}
