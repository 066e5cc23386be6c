/**
 * Checks of Shufflecast instances: the lemmas of the paper by counting, and recovery by trying sets of
 * failures. One thread checks one instance; draws come from a seed.
 */
package io.polycast.topology.shuffle.check;
