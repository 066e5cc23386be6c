/**
 * Synchronisation of VOQs that carry copies of the same frames, so that copies find their packets
 * cached (server-rack fabric, section 3.1).
 */
package io.polycast.voq.sync;
