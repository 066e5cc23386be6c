/**
 * Cost of scheduled replication: packet cache, VOQs with their grants, and the whole way of a frame
 * through two nodes of role surrogate. No ports of devices.
 */
package io.polycast.perf.surrogate;
