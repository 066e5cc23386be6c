/**
 * The replicated log of the controller: Aeron Cluster, its entries' bytes, and the state machine behind it.
 * HTTP, agents' sockets and decisions about groups may not enter.
 */
package io.polycast.node.log;
