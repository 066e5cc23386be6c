package io.polycast.dataplane.counters;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * Counters of one port at one moment. Replies show all of them on one level, behind prefixes.
 *
 * @param name of the port
 * @param mode how the driver moves frames, in words; "" for a driver with one mode only
 * @param received at the device
 * @param sent to the device
 * @param readerStalls times that the reader left the port alone because a ring was full
 * @param injected faults, in both directions
 * @param silence frames that crossed the kernel alone while the switch was silent
 * @param xdpLost times that another program took the XDP program off the device; it was attached
 *     again
 */
public record PortCounters(
        String name,
        String mode,
        @JsonUnwrapped(prefix = "rx_") Received received,
        @JsonUnwrapped(prefix = "tx_") Sent sent,
        long readerStalls,
        @JsonUnwrapped(prefix = "fault_") Injected injected,
        @JsonUnwrapped(prefix = "silent_") Silence silence,
        long xdpLost) {
    /**
     * Frames from the device.
     *
     * @param frames taken in
     * @param bytes taken in, without FCS
     * @param ringFull frames lost because the receive ring was full
     * @param noMemory frames lost because no chunk was free
     * @param invalid frames that did not fit, or that the driver found invalid
     */
    public record Received(long frames, long bytes, long ringFull, long noMemory, long invalid) {}

    /**
     * Frames to the device.
     *
     * @param frames sent
     * @param bytes sent, without FCS
     * @param ringFull frames refused because the transmit queue was full
     * @param noMemory frames refused because no chunk was free
     * @param tooLong frames refused because they are longer than the port carries
     * @param errors frames that the kernel refused
     */
    public record Sent(
            long frames, long bytes, long ringFull, long noMemory, long tooLong, long errors) {}

    /**
     * Injected faults.
     *
     * @param lost frames taken away
     * @param duplicated frames doubled
     * @param corrupted frames damaged
     */
    public record Injected(long lost, long duplicated, long corrupted) {}

    /**
     * Frames that the kernel handled while the switch was silent.
     *
     * @param passed frames that crossed the wire
     * @param groupFrames frames for groups, dropped
     * @param dropped other frames, dropped
     */
    public record Silence(long passed, long groupFrames, long dropped) {}
}
