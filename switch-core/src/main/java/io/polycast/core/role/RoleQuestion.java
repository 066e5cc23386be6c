package io.polycast.core.role;

import java.util.List;

/**
 * Question to a role, answered between two frames by the thread that runs it.
 *
 * @param <T> class of an answer
 */
@FunctionalInterface
public interface RoleQuestion<T> {
    /**
     * @param role of one shard
     * @param nowNs time, in ns
     * @return answers of this role
     */
    List<? extends T> ask(Role role, long nowNs);
}
