package io.polycast.dataplane.links;

import io.polycast.core.event.LinkState;
import io.polycast.xdp.port.LinkStatus;

/**
 * The link of a port.
 *
 * @param device name of the network device; null for drivers without one
 * @param state of the link; null when it is not known
 * @param speedMbps in Mb/s; 0 when the driver does not tell, as without carrier
 */
public record PortLink(String device, LinkState state, int speedMbps) {
    /** Of a port without a network device. */
    public static final PortLink NONE = new PortLink(null, null, 0);

    /**
     * @param status as the driver reports it; null if it does not
     * @return link of a port without a network device
     */
    public static PortLink reported(final LinkStatus status) {
        return status == null
                ? NONE
                : new PortLink(
                        null,
                        status.up() ? LinkState.UP : LinkState.NO_CARRIER,
                        status.speedMbps());
    }

    /**
     * @return whether the device that the port was opened on is known to be gone
     */
    public boolean isGone() {
        return state != null && !state.isThere();
    }
}
