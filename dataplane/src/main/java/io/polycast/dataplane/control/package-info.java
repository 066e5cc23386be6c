/**
 * The control socket: one JSON line in, one JSON line out, over a Unix domain socket. The server
 * answers every request or hangs up. No request blocks packet threads or ends the server.
 */
package io.polycast.dataplane.control;
