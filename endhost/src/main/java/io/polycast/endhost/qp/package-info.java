/**
 * An end host's reliable connection as RNICs behave, without I/O: frames and time come in as
 * arguments, the next frame due is pulled out. Only the queue pair, its parts and the loop that drives
 * it may enter; links, fabrics and threads stay with those who drive it.
 */
package io.polycast.endhost.qp;
