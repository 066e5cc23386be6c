/**
 * Programs on the devices of AF_XDP ports: they bring frames to the sockets, carry a wire's frames
 * past a silent switch, and take in a {@link io.polycast.xdp.afxdp.program.ProgramPart}. Nothing
 * here knows what such a part does, or what a port is.
 */
package io.polycast.xdp.afxdp.program;
