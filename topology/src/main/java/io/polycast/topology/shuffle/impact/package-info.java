/**
 * Cost of one failed relay to a Shufflecast: lost ToRs, longer routes, smaller shares of the line rate
 * (section VI-C, figure 7). Relays fail one at a time, and draws come from a seed.
 */
package io.polycast.topology.shuffle.impact;
