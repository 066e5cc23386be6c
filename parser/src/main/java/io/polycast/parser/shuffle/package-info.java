/**
 * Bytes that relays of a Shufflecast send into their splitters of their own accord. Static readers and
 * writers over (buffer, offset); state of a relay may not enter.
 */
package io.polycast.parser.shuffle;
