package io.polycast.parser.kernel;

/**
 * One path of a group as the kernel's program needs it. Addresses are ints in network order
 * (10.0.0.1 = 0x0a000001).
 *
 * @param port index of the egress port
 * @param host whether the next hop is a member; else only MAC addresses change
 * @param mac of the next hop, low 48 bits
 * @param ip of the member, 0 for a switch
 * @param qpn of the member, 0 for a switch
 * @param va that the group's memory base maps to
 * @param rkey of the member's memory
 */
public record KernelRow(int port, boolean host, long mac, int ip, int qpn, long va, int rkey) {}
