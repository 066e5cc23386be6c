package io.polycast.core.role;

/** Makes the roles of a switch, one for each shard. */
@FunctionalInterface
public interface RoleMaker {
    /**
     * @param parts of the shard
     * @return the role
     */
    Role make(RoleParts parts);
}
