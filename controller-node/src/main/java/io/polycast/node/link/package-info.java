/**
 * Text form of the messages between controller and host agents (docs/agent-link.md): one JSON document per
 * line. Sockets and decisions may not enter.
 */
package io.polycast.node.link;
