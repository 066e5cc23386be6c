/**
 * Bytes on the wire: one file per header, static readers and writers over (buffer, offset) that
 * check nothing themselves. The caller has established that the header lies inside the frame. Names
 * of values and small arithmetic on one header's fields may enter; decisions about frames may not.
 */
package io.polycast.parser.wire;
