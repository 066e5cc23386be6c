/**
 * Bytes of IGMP versions 1, 2 and 3 on the wire (RFC 1112 appendix I, RFC 2236, RFC 3376). Readers and
 * writers are static, over (buffer, offset). {@link io.polycast.parser.igmp.IgmpPacket} establishes
 * that a message lies inside its frame and is sound; the others check nothing. Memberships, timers
 * and decisions about frames may not enter.
 */
package io.polycast.parser.igmp;
