package io.polycast.xdp.afxdp.program;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * Part of a wire's program that reads a {@link SilenceGuard}.
 *
 * @param open whether a silent switch's wire goes on in the kernel, else it stops
 * @param timeoutNs without a sign of life after which the switch counts as silent
 * @param heartbeatFd map with the time of the last sign of life, in ns
 * @param groupsFd map with the McstIDs of the groups
 * @param prefix6 first 12 bytes of IPv6 groups' addresses, or null
 */
record Watch(boolean open, long timeoutNs, int heartbeatFd, int groupsFd, UnsafeBuffer prefix6) {}
