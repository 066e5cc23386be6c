/**
 * The host agent: applications at a Unix socket, the controller at a TCP link, the switch at a UDP socket.
 * {@link AgentCore} decides and knows no sockets; {@link HostAgent} is the one thread that has them.
 * Groups as a whole are the controller's and may not enter.
 */
package io.polycast.node.agent;
