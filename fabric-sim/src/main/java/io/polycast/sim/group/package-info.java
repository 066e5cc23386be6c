/**
 * Groups and members as they run: queue pairs with the truth about what each has received. The
 * invariant that compares payload with that truth lives here; those of feedback in {@code witness}.
 */
package io.polycast.sim.group;
