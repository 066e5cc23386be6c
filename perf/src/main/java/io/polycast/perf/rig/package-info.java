/**
 * A whole switch under load in one process, for harnesses and benchmarks: an appliance with hosts
 * around it. Frames are right in every byte and cost a few nanoseconds each. Nothing here measures
 * or judges.
 */
package io.polycast.perf.rig;
