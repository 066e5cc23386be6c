/**
 * Cost of feedback: goodput and ACKs between real queue pairs, and the switch's time for a data
 * packet with answers and without.
 */
package io.polycast.perf.feedback;
