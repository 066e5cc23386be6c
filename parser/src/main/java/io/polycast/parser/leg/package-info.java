/**
 * Bytes between two nodes of a surrogate tree: the header behind EtherType 0x88B5. Static readers and
 * writers over (buffer, offset); state of a leg may not enter.
 */
package io.polycast.parser.leg;
