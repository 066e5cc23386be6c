/**
 * The control socket: one JSON line in, one JSON line out, over a Unix domain socket. Whatever comes
 * in, the server answers or hangs up; it never blocks the packets' threads and never dies.
 */
package io.polycast.dataplane.control;
