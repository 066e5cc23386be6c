/** Messages of congestion notification in Ethernet (IEEE 802.1Q, clause 33). Frames to hosts; nothing of role or scheduler. */
package io.polycast.parser.qcn;
