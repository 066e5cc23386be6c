package io.polycast.xdp.fastpath;

/**
 * Values that the copies of one path get.
 *
 * @param port of the switch
 * @param host whether a member host is there; a next-hop switch gets new MAC addresses only
 * @param mac destination, low 48 bits
 * @param ip address of the member
 * @param qpn of the member, 24 bits
 * @param va address of the member's memory
 * @param rkey of the member's memory
 */
public record FastPathRow(int port, boolean host, long mac, int ip, int qpn, long va, int rkey) {}
