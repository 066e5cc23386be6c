/** How the cost of a packet grows with the number of groups and with the fan-out. */
package io.polycast.perf.curves;
