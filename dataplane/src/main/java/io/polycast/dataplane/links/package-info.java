/** State of the network devices that ports are on, kept up to date by notices of the kernel. */
package io.polycast.dataplane.links;
