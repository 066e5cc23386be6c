/**
 * Feedback plane of the multicast forwarding table: state that ACKs, NAKs, CNPs and data change.
 * Its buffer comes from outside, so that a mapped file can hold it. Feedback ids, which are stable
 * across table versions, index it. One writer: the shard.
 */
package io.polycast.mft.feedback;
