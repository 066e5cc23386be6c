/**
 * Which copies a frame gets: from its address to a multicast ID (FDB), from there to at most eight
 * legs (MCBC), in fixed or random order (server-rack fabric, section 2.2).
 */
package io.polycast.voq.replicate;
