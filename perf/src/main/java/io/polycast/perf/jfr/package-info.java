/** Finds forbidden events of packet threads in a flight recording. */
package io.polycast.perf.jfr;
