/**
 * Congestion points of a node: the pools that frames of hosts lie in are watched, and a host is notified by a
 * CNM. Feedback is voq-scheduler's; flows, hosts and frames are known here.
 */
package io.polycast.core.surrogate.congestion;
