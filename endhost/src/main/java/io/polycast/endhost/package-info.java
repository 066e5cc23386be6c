/**
 * An end host's reliable connection as RNICs behave (protocol notes section 7), without I/O: frames
 * and time come in as arguments, the next frame due is pulled out. Only the queue pair and what it is
 * made of may enter; links, fabrics and threads stay with those who drive it.
 */
package io.polycast.endhost;
