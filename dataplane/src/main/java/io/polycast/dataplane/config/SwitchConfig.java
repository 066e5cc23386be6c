package io.polycast.dataplane.config;

import io.polycast.mft.spec.McstPrefix;

/**
 * Identity of the switch.
 *
 * @param name for people, and for the default names of its files
 * @param role what the switch does with multicast
 * @param mac source MAC of every frame that the switch rewrites, low 48 bits
 * @param mcstPrefix that registered groups come from, or null
 * @param mcstPrefix6 first 12 bytes of an IPv6 group's address, or null without IPv6 groups
 */
public record SwitchConfig(
        String name, RoleSchema role, long mac, McstPrefix mcstPrefix, byte[] mcstPrefix6) {
    /**
     * @return what entries of groups are held against
     */
    public GroupAddresses groupAddresses() {
        return new GroupAddresses(mcstPrefix, mcstPrefix6 != null);
    }
}
