/**
 * Specification of a group by people and controllers: plain records, checked once, from which rows
 * are built. Not for the packet's way.
 */
package io.polycast.mft.spec;
