package io.polycast.core.role;

import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.FrameStore;
import io.polycast.parser.kernel.KernelTable;
import org.agrona.concurrent.AtomicBuffer;

/**
 * What the process gives the role of one shard.
 *
 * @param shard index of the shard
 * @param counters of the shard
 * @param store in which the role may hold frames; it has no room for a role that holds none
 * @param state feedback words that outlive the process, of the room that the role asked for
 * @param kernel that may serve groups, or null
 * @param incarnation of the process, which no earlier one had
 * @param keeper keeps groups that the role learns from packets
 * @param nonce first of the shard's own numbers in signed packets, which no other process and shard uses
 */
public record RoleParts(
        int shard,
        CounterBlock counters,
        FrameStore store,
        AtomicBuffer state,
        KernelTable kernel,
        int incarnation,
        GroupKeeper keeper,
        long nonce) {}
