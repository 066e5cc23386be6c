package io.polycast.mft.spec;

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
 */
public record PathSpec(int port, int vlanId, byte[] ip, long mac, int qpn, MemorySpec memory) {
    /** Value of {@link #vlanId()} when tags stay as they came. */
    public static final int ANY_VLAN = -1;

    /**
     * @return whether the next hop is a member host
     */
    public boolean isHost() {
        return ip != null;
    }

    @Override
    public boolean equals(final Object o) {
        return o instanceof PathSpec that
                && port == that.port
                && vlanId == that.vlanId
                && Arrays.equals(ip, that.ip)
                && mac == that.mac
                && qpn == that.qpn
                && Objects.equals(memory, that.memory);
    }

    @Override
    public int hashCode() {
        return Objects.hash(port, vlanId, Arrays.hashCode(ip), mac, qpn, memory);
    }
}
