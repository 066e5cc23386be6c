package io.polycast.mft.spec;

import io.polycast.parser.psn.Psn;
import java.util.Arrays;
import java.util.Objects;

/**
 * One path of a group: to a member host, or to the next switch of the tree.
 *
 * @param port index of the egress port, in [0, 64)
 * @param vlanId that frames of this path carry, in [0, 4096), or -1 when tags stay as they came
 * @param ip of the member, 4 or 16 bytes in network order; null when the next hop is a switch
 * @param mac of the next hop, in the low 48 bits, first byte highest
 * @param qpn of the member's queue pair, 24 bits; 0 when the next hop is a switch
 * @param memory of the member, or null: then a WRITE to it is refused
 * @param firstPsn that the path expects when it joins a running group, in [0, 2^24), or -1: earlier
 *     data does not go to it, and aggregates do not wait for it before
 */
public record PathSpec(
        int port, int vlanId, byte[] ip, long mac, int qpn, MemorySpec memory, int firstPsn) {
    /** Value of {@link #vlanId()} when tags stay as they came. */
    public static final int ANY_VLAN = -1;

    /** Value of {@link #firstPsn()} when the path expects what its group expects. */
    public static final int NO_FIRST_PSN = -1;

    /** A path that expects what its group expects. */
    public PathSpec(
            final int port,
            final int vlanId,
            final byte[] ip,
            final long mac,
            final int qpn,
            final MemorySpec memory) {
        this(port, vlanId, ip, mac, qpn, memory, NO_FIRST_PSN);
    }

    /**
     * @return whether the next hop is a member host
     */
    public boolean isHost() {
        return ip != null;
    }

    /**
     * @return whether the path joins at a PSN of its own
     */
    public boolean joins() {
        return firstPsn != NO_FIRST_PSN;
    }

    /**
     * @return AckPSN of a path that {@link #joins()} and has not spoken
     */
    public int psnBefore() {
        return Psn.previous(firstPsn);
    }

    @Override
    public boolean equals(final Object o) {
        return o instanceof PathSpec that
                && port == that.port
                && vlanId == that.vlanId
                && Arrays.equals(ip, that.ip)
                && mac == that.mac
                && qpn == that.qpn
                && firstPsn == that.firstPsn
                && Objects.equals(memory, that.memory);
    }

    @Override
    public int hashCode() {
        return Objects.hash(port, vlanId, Arrays.hashCode(ip), mac, qpn, memory, firstPsn);
    }
}
