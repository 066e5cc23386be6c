/**
 * The feedback plane of the multicast forwarding table: what ACKs, NAKs, CNPs and data change. It
 * lives in a buffer handed in from outside, so that it can be a mapped file, and is indexed by
 * numbers that are stable across table versions. One writer: the shard.
 */
package io.polycast.mft.feedback;
