/** Types and keys of the configuration that sections of all roles share. */
package io.polycast.dataplane.schema.types;
