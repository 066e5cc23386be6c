/**
 * Resources that a start opens before the first frame: locks of devices, ports, state files, kept
 * groups, and the predecessor that hands them over. A refusal is an {@link
 * io.polycast.dataplane.opening.ApplianceException} with the exit code of the process.
 */
package io.polycast.dataplane.opening;
