/**
 * The packet cache of a node that replicates (A distributed server-rack fabric, section 3). A port
 * writes a packet of up to 256 bytes once. Up to eight copies of it are read at a time. The package
 * holds tags, states of lines and times of read mirrors. It holds no payload: a line is a
 * number. Time comes in as an argument in ticks of the caller's choice.
 */
package io.polycast.cache;
