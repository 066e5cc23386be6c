package io.polycast.parser.repr;

import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Bth;
import io.polycast.parser.wire.ImmDt;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Opcode;
import io.polycast.parser.wire.Reth;
import io.polycast.parser.wire.Vlan;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Builds one RoCEv2 frame with right lengths, checksums and ICRC. Whatever is not said has a plain
 * default: SEND_ONLY to QPN 1, PSN 0, default P_Key, DF, TTL 64, no UDP checksum. Extension headers
 * follow the opcode; raw bytes stand in for those that have no setter.
 */
public final class RoceFrame {
    private static final byte[] NOTHING = {};

    private final FrameLayout layout;
    private int opcode = Opcode.SEND_ONLY;
    private int flags;
    private int pKey = Bth.DEFAULT_P_KEY;
    private int congestion;
    private int destQpn = 1;
    private boolean ackReq;
    private int psn;
    private long va;
    private int rKey;
    private long dmaLength = -1;
    private int immediate;
    private int syndrome = Aeth.ACK_UNLIMITED;
    private int msn;
    private byte[] rawExtension;
    private byte[] payload = NOTHING;

    private RoceFrame(final int ipVersion) {
        layout = new FrameLayout(ipVersion);
    }

    /** Starts a frame over IPv4, 10.0.0.1 to 10.255.0.1. */
    public static RoceFrame ipv4() {
        return new RoceFrame(4);
    }

    /** Starts a frame over IPv6, 2001:db8::1 to 2001:db8::ff. */
    public static RoceFrame ipv6() {
        return new RoceFrame(6);
    }

    /**
     * Starts an ACK, NAK or RNR NAK.
     *
     * @param src address of either version
     * @param dst address of the same version
     * @param destQpn 24 bits
     * @param psn that it carries, 24 bits
     * @param syndrome of the AETH
     * @param msn 24 bits
     * @return a builder that may be changed further
     */
    public static RoceFrame ack(
            final String src,
            final String dst,
            final int destQpn,
            final int psn,
            final int syndrome,
            final int msn) {
        return between(src, dst)
                .opcode(Opcode.ACKNOWLEDGE)
                .destQpn(destQpn)
                .psn(psn)
                .aeth(syndrome, msn);
    }

    /**
     * Starts a CNP, DSCP 48 as NICs send it.
     *
     * @param src address of either version
     * @param dst address of the same version
     * @param destQpn of the flow's sender, 24 bits
     * @return a builder that may be changed further
     */
    public static RoceFrame cnp(final String src, final String dst, final int destQpn) {
        return between(src, dst).opcode(Opcode.CNP).tos(0xC2).becn(true).destQpn(destQpn);
    }

    private static RoceFrame between(final String src, final String dst) {
        return (src.indexOf(':') < 0 ? ipv4() : ipv6()).src(src).dst(dst);
    }

    /** Source MAC, 48 bits. */
    public RoceFrame srcMac(final long mac) {
        layout.srcMac = mac;
        return this;
    }

    /** Destination MAC, 48 bits. */
    public RoceFrame dstMac(final long mac) {
        layout.dstMac = mac;
        return this;
    }

    /** Adds a customer tag (TPID 0x8100) behind those added before. */
    public RoceFrame vlan(final int tci) {
        return tag(Vlan.TPID_8021Q, tci);
    }

    /** Adds a tag of any kind behind those added before. */
    public RoceFrame tag(final int tpid, final int tci) {
        layout.tags.add(new int[] {tpid, tci});
        return this;
    }

    /** Source address, of the frame's IP version. */
    public RoceFrame src(final String address) {
        layout.src = layout.address(address);
        return this;
    }

    /** Destination address, of the frame's IP version. */
    public RoceFrame dst(final String address) {
        layout.dst = layout.address(address);
        return this;
    }

    /** IPv4 source address as an int in network order. */
    public RoceFrame src(final int address) {
        return src(Ipv4.format(address));
    }

    /** IPv4 destination address as an int in network order. */
    public RoceFrame dst(final int address) {
        return dst(Ipv4.format(address));
    }

    /** TOS or traffic class, 8 bits. */
    public RoceFrame tos(final int tos) {
        layout.tos = tos;
        return this;
    }

    /** IPv4 identification, 16 bits. */
    public RoceFrame identification(final int identification) {
        layout.identification = identification;
        return this;
    }

    /** IPv6 flow label, 20 bits. */
    public RoceFrame flowLabel(final int flowLabel) {
        layout.flowLabel = flowLabel;
        return this;
    }

    /** TTL or hop limit, 8 bits. */
    public RoceFrame ttl(final int ttl) {
        layout.ttl = ttl;
        return this;
    }

    /** UDP source port. */
    public RoceFrame udpSourcePort(final int port) {
        layout.udpSourcePort = port;
        return this;
    }

    /** Whether the UDP header carries a checksum instead of 0. */
    public RoceFrame udpChecksum(final boolean present) {
        layout.udpChecksum = present;
        return this;
    }

    /** Zero bytes behind the ICRC up to Ethernet's shortest frame of 60 bytes. */
    public RoceFrame padToMinimum(final boolean pad) {
        layout.padToMinimum = pad;
        return this;
    }

    /** BTH opcode, also one that does not exist. */
    public RoceFrame opcode(final int value) {
        opcode = value;
        return this;
    }

    /** Solicited event bit. */
    public RoceFrame solicited(final boolean on) {
        flags = on ? flags | Bth.SOLICITED : flags & ~Bth.SOLICITED;
        return this;
    }

    /** Migration request bit. */
    public RoceFrame migReq(final boolean on) {
        flags = on ? flags | Bth.MIG_REQ : flags & ~Bth.MIG_REQ;
        return this;
    }

    /** Partition key, 16 bits. */
    public RoceFrame pKey(final int key) {
        pKey = key;
        return this;
    }

    /** FECN bit. */
    public RoceFrame fecn(final boolean on) {
        congestion = on ? congestion | Bth.FECN : congestion & ~Bth.FECN;
        return this;
    }

    /** BECN bit. */
    public RoceFrame becn(final boolean on) {
        congestion = on ? congestion | Bth.BECN : congestion & ~Bth.BECN;
        return this;
    }

    /** Destination QPN, 24 bits. */
    public RoceFrame destQpn(final int qpn) {
        destQpn = qpn;
        return this;
    }

    /** AckReq bit. */
    public RoceFrame ackReq(final boolean on) {
        ackReq = on;
        return this;
    }

    /** PSN, 24 bits. */
    public RoceFrame psn(final int value) {
        psn = value;
        return this;
    }

    /** RETH of opcodes that have one; without this call zeros and the payload's length. */
    public RoceFrame reth(final long address, final int key, final long length) {
        va = address;
        rKey = key;
        dmaLength = length;
        return this;
    }

    /** Immediate data of opcodes that have it. */
    public RoceFrame immediate(final int value) {
        immediate = value;
        return this;
    }

    /** AETH of opcodes that have one. */
    public RoceFrame aeth(final int syndromeByte, final int messages) {
        syndrome = syndromeByte;
        msn = messages;
        return this;
    }

    /** Extension headers as raw bytes, whatever the opcode says. */
    public RoceFrame extension(final byte[] bytes) {
        rawExtension = bytes.clone();
        return this;
    }

    /** Payload without pad; the pad count follows. */
    public RoceFrame payload(final byte[] bytes) {
        payload = bytes.clone();
        return this;
    }

    /**
     * @return the frame, from the destination MAC to the last byte before the FCS
     */
    public byte[] build() {
        final int pad = -payload.length & 3;
        final byte[] extension = rawExtension == null ? extension() : rawExtension;
        final ByteBuffer body =
                ByteBuffer.allocate(Bth.LENGTH + extension.length + payload.length + pad);
        final UnsafeBuffer bth = new UnsafeBuffer(body);
        Bth.write(bth, 0, opcode, flags | pad << 4, pKey, destQpn, psn);
        Bth.congestion(bth, 0, congestion);
        Bth.ackReq(bth, 0, ackReq);
        body.position(Bth.LENGTH);
        body.put(extension).put(payload);
        return layout.build(body.array());
    }

    private byte[] extension() {
        final byte[] bytes = new byte[Opcode.extensionLength(opcode & 0xFF)];
        final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        if (Opcode.hasReth(opcode & 0xFF)) {
            final long length = dmaLength < 0 ? payload.length : dmaLength;
            Reth.write(buffer, Opcode.rethDistance(opcode), va, rKey, length);
        }
        if (Opcode.hasAeth(opcode & 0xFF)) {
            Aeth.write(buffer, 0, syndrome, msn);
        }
        if (Opcode.hasImmediate(opcode & 0xFF)) {
            ImmDt.write(buffer, bytes.length - ImmDt.LENGTH, immediate);
        }
        return bytes;
    }
}
