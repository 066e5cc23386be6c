/**
 * A whole switch under load in one process, for the harnesses and benchmarks of the floors above: frames
 * that are right in every byte at a few nanoseconds each, a running appliance, and the hosts around it.
 * Nothing here measures or judges.
 */
package io.polycast.perf.rig;
