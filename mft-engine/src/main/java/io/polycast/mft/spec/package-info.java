/**
 * A group as people and controllers describe it: plain records, checked once, from which a table
 * version is built. Not for the packet's way.
 */
package io.polycast.mft.spec;
