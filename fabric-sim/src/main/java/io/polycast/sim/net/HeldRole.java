package io.polycast.sim.net;

import io.polycast.core.role.RoleMaker;

/**
 * A role in place of Cepheus.
 *
 * @param roles makes the role of each switch
 * @param heldChunks frames that a switch may hold
 */
public record HeldRole(RoleMaker roles, int heldChunks) {}
