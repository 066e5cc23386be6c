/**
 * The records of a checked configuration, and how addresses, durations and sizes are written. Records are
 * immutable, and all other rooms may read them. Nothing here reads a file, opens a device or starts a
 * thread.
 */
package io.polycast.dataplane.config;
