/**
 * The switch's side of its programs in the kernel: the kernel datapath of a shard, the helper thread that
 * waits for the kernel, and the heartbeat that tells the programs whether the switch lives.
 */
package io.polycast.dataplane.kernel;
