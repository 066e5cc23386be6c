/**
 * IGMP snooping (RFC 4541): which exits lead to members of a group and to routers, learned from the
 * IGMP messages that pass. An exit is a number in [0, 64): a port, or a leg to another node. Frames
 * are read here and not sent; the caller forwards.
 */
package io.polycast.core.surrogate.snooping;
