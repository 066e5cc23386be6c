/** Growth of a packet's cost with the number of groups and with the fan-out. */
package io.polycast.perf.curves;
