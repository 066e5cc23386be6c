/**
 * The entries of {@code ports:}. Each driver has one schema: its keys, and how they become the driver's
 * specification. {@link io.polycast.dataplane.schema.drivers.PortSchema} lists the schemas; nothing else
 * in the configuration names a driver's keys.
 */
package io.polycast.dataplane.schema.drivers;
