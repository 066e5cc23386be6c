/**
 * Hosts that keep a running switch busy for as long as wanted: real queue pairs behind network devices, with answers,
 * and every byte checked. scripts/soak runs them and watches the switch's process.
 */
package io.polycast.perf.soak;
