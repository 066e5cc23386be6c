/** Facts about host and devices that decide whether ports can work; what to make of them is not here. */
package io.polycast.xdp.probe;
