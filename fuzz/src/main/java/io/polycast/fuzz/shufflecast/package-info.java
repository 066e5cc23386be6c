/**
 * The fuzz target of role shufflecast: a ToR of two nodes beside a model of sets. Only this target's
 * frames, seeds and checks may enter.
 */
package io.polycast.fuzz.shufflecast;
