/** Opens a port of any driver from its specification: the one place that knows them all. */
package io.polycast.xdp.open;
