package io.polycast.controller.safeguard;

/** Value of {@code multicast}: whether a group may use the tree. */
public enum Multicast {
    /** Never: the group sends by unicast. */
    OFF,
    /** By the tree as long as it serves, else by unicast. */
    TRY,
    /** Always: a group that the switches refuse fails. */
    FORCE
}
