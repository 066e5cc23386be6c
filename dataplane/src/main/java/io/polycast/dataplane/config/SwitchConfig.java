package io.polycast.dataplane.config;

/**
 * Identity of the switch.
 *
 * @param name for people, and for the default names of its files
 * @param role what the switch does with multicast
 * @param mac source MAC of every frame that the switch rewrites, low 48 bits
 * @param mcstPrefix6 first 12 bytes of an IPv6 group's address, or null without IPv6 groups
 */
public record SwitchConfig(String name, RoleSchema role, long mac, byte[] mcstPrefix6) {}
