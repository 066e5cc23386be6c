package io.polycast.xdp.afxdp;

import io.polycast.xdp.afxdp.program.ProgramPart;
import io.polycast.xdp.afxdp.program.SilenceGuard;

/**
 * Work of an AF_XDP port's program beyond bringing frames to the sockets.
 *
 * @param guard that tells a wire's program whether the switch lives; null for a port without a wire
 * @param peer device at the wire's other end, or null
 * @param part of the switch that the program takes in, or null
 */
public record Wiring(SilenceGuard guard, String peer, ProgramPart part) {
    /** Nothing. */
    public static final Wiring NONE = new Wiring(null, null, null);
}
