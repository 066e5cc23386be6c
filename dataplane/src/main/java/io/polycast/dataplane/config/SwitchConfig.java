package io.polycast.dataplane.config;

/**
 * Identity of the switch.
 *
 * @param name for people, and for the default names of its files
 * @param role always {@link Role#CEPHEUS} in this version
 * @param mac source MAC of every frame that the switch rewrites, low 48 bits
 * @param mcstPrefix6 first 12 bytes of an IPv6 group's address, or null without IPv6 groups
 */
public record SwitchConfig(String name, Role role, long mac, byte[] mcstPrefix6) {
    /** Which paper's switch this is. */
    public enum Role {
        /** One RC connection replicated to many, feedback aggregated. */
        CEPHEUS,
        /** Surrogate trees over server racks. */
        SURROGATE,
        /** Static rules over passive optics. */
        SHUFFLECAST
    }
}
