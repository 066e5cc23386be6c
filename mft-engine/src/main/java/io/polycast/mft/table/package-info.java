/**
 * The forwarding plane of the multicast forwarding table: group rows, path index and path table
 * (Cepheus, section III-B), off-heap. Rows are immutable per version: a change writes fresh rows
 * and swaps the group's row between two frames. What feedback changes is in {@link
 * io.polycast.mft.feedback}.
 */
package io.polycast.mft.table;
