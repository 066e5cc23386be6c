/**
 * Egress queues without grants: by port and priority, with ECN marks and priority flow control (IEEE
 * 802.1Qbb). They stand beside the VOQs, for simulated networks of plain switches.
 */
package io.polycast.voq.plain;
