package io.polycast.parser.contract;

/**
 * An entry of {@code groups:} as a role takes it: immutable, checked by the role's schema. Each
 * role has one class of entries; only that role reads more of an entry than the address of the
 * group.
 */
public interface GroupEntry {
    /**
     * @return the group's address read as an int in network order
     */
    int mcstId();

    /**
     * @return paths of the group, at least 0: ways on which its frames leave
     */
    int pathCount();
}
