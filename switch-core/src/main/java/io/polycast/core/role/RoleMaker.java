package io.polycast.core.role;

import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.FrameStore;

/** Makes the role of one shard. */
@FunctionalInterface
public interface RoleMaker {
    /**
     * @param shard index of the shard
     * @param counters of the shard
     * @param store in which the role may hold frames
     * @return the role
     */
    Role make(int shard, CounterBlock counters, FrameStore store);
}
