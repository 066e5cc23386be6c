/**
 * The control socket: one JSON line in, one JSON line out, over a Unix domain socket. The server
 * answers every request or hangs up. It never blocks packet threads and never ends by a request.
 */
package io.polycast.dataplane.control;
