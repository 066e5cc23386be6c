/**
 * Runs the JMH benchmarks and judges what they gave: results, stored runs, comparisons, profiles. Knows no
 * benchmark by name and nothing of the switch.
 */
package io.polycast.perf.suite;
