/**
 * The schema engine: sections, keys, types of values, and problems with file, line and column. The engine
 * knows no key of the appliance, and it imports no other room.
 */
package io.polycast.dataplane.yaml;
