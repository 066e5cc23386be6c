/** Looks, through a flight recording, for what must not happen on the packets' threads. */
package io.polycast.perf.jfr;
