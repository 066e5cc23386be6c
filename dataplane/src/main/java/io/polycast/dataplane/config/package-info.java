/**
 * The configuration file: one declared schema from which parsing, error messages and the option
 * reference all come, and the immutable records that the rest of the appliance reads. Nothing here
 * opens a device or starts a thread.
 */
package io.polycast.dataplane.config;
