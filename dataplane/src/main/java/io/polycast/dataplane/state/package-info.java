/**
 * The feedback state file: the words of every group that must outlive the process, mapped, written by
 * their shard before the frame that depends on them leaves. Knows sizes and versions, not meanings.
 */
package io.polycast.dataplane.state;
