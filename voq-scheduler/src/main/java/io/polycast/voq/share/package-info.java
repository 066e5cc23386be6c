/** Shares of a link between multicast and unicast (server-rack fabric, section 6). */
package io.polycast.voq.share;
