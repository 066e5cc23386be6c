package io.polycast.core.role;

/**
 * A leg of a role to another node as people see it, taken between two frames.
 *
 * @param node name of the other node
 * @param port index of the port that leads to it
 * @param uplink whether the other node is above
 * @param up whether copies leave
 * @param stateNs time since it came up or went down, in ns; since the start for a leg that never was up
 * @param givenUp times that the other node did not answer and was given up
 */
public record LegPicture(
        String node, int port, boolean uplink, boolean up, long stateNs, long givenUp) {}
