/**
 * Groups and members as they run: queue pairs with the truth about what each has received. The
 * invariants that compare feedback and payload with that truth live here.
 */
package io.polycast.sim.group;
