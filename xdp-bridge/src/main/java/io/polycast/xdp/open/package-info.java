/** Opens the ports of a switch: the one place that gives AF_XDP ports their wiring. */
package io.polycast.xdp.open;
