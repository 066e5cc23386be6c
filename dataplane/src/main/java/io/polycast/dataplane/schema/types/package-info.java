/**
 * The types of the file's values that know what they stand for: names, addresses, durations, sizes; and
 * the keys that entries of all roles have. No type here belongs to one key.
 */
package io.polycast.dataplane.schema.types;
