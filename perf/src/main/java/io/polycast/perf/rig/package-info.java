/**
 * A whole switch under load in one process, for harnesses and benchmarks. It makes frames that are
 * right in every byte at a few nanoseconds each, and runs an appliance with hosts around it.
 * Nothing here measures or judges.
 */
package io.polycast.perf.rig;
