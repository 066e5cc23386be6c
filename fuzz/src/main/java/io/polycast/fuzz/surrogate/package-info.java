/**
 * The fuzz target of role surrogate: a node, the nodes at the other ends of its legs, and a twin that is
 * not given refused frames. Only this target's frames, seeds and checks may enter.
 */
package io.polycast.fuzz.surrogate;
