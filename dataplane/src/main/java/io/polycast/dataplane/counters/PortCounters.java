package io.polycast.dataplane.counters;

/**
 * Counters of one port at one moment.
 *
 * @param name of the port
 * @param mode how the driver moves frames, in words; "" for a driver with one mode only
 * @param rxFrames frames taken in
 * @param rxBytes bytes taken in, without FCS
 * @param rxRingFull frames lost because the receive ring was full
 * @param rxNoMemory frames lost because no chunk was free
 * @param rxInvalid frames that did not fit, or that the driver found invalid
 * @param txFrames frames let go
 * @param txBytes bytes let go, without FCS
 * @param txRingFull frames refused because the transmit queue was full
 * @param txNoMemory frames refused because no chunk was free
 * @param txTooLong frames refused because they are longer than the port carries
 * @param txErrors frames that the kernel refused
 * @param readerStalls times that the reader left the port alone because a ring was full
 * @param faultLost frames taken away by injected faults, in both directions
 * @param faultDuplicated frames doubled by injected faults, in both directions
 * @param faultCorrupted frames damaged by injected faults, in both directions
 * @param silentPassed frames that crossed the wire in the kernel while the switch was silent
 * @param silentGroupFrames frames for groups that the kernel dropped meanwhile
 * @param silentDropped other frames that the kernel dropped meanwhile
 * @param xdpLost times that another program took the XDP program off the device; it was attached
 *     again
 */
public record PortCounters(
        String name,
        String mode,
        long rxFrames,
        long rxBytes,
        long rxRingFull,
        long rxNoMemory,
        long rxInvalid,
        long txFrames,
        long txBytes,
        long txRingFull,
        long txNoMemory,
        long txTooLong,
        long txErrors,
        long readerStalls,
        long faultLost,
        long faultDuplicated,
        long faultCorrupted,
        long silentPassed,
        long silentGroupFrames,
        long silentDropped,
        long xdpLost) {}
