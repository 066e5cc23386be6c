/**
 * MRP, the protocol by which groups are registered (docs/mrp.md): bytes of its packets, and the frames
 * around them. Layouts and checks of one packet may enter. Keys, the order of packets and decisions about
 * groups may not.
 */
package io.polycast.parser.mrp;
