/**
 * Registration of groups on a switch (Cepheus, section III-C; docs/mrp.md): a state machine that takes MRP
 * packets and time, and gives packets and group entries. Routes and the table of groups are interfaces. Nothing
 * of a data packet's way may enter.
 */
package io.polycast.mft.registration;
