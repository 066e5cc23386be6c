/**
 * Shufflecast (Das et al., IEEE/ACM ToN 2022): ToRs behind passive splitters, static relay rules, and
 * their repair. Pure functions of p, k and the failed relays. The package has its own types, because
 * splitters are one-way and a {@link io.polycast.topology.Topology} is not. Frames, time and control
 * stay outside.
 */
package io.polycast.topology.shuffle;
