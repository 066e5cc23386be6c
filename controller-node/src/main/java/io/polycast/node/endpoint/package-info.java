/**
 * {@code polycast endpoint}: a file through a group, for hosts without an RNIC. {@link
 * io.polycast.node.endpoint.EndpointRun} opens sockets, device and file and has the clock; all else takes frames,
 * lines and time as arguments. Only membership at the agent and the transfer of a file may enter.
 */
package io.polycast.node.endpoint;
