package io.polycast.voq.ingress;

/**
 * Gauges of an ingress port: what is held, and by whom. Reading changes nothing. VOQs and lanes must
 * be in range.
 */
public final class IngressView {
    private final PortState port;
    private final Repetition repetition;

    private final RepeatBudget budget;

    IngressView(final PortState port, final Repetition repetition, final RepeatBudget budget) {
        this.port = port;
        this.repetition = repetition;
        this.budget = budget;
    }

    /**
     * @return VOQs of the port
     */
    public int voqs() {
        return port.voqs.voqs();
    }

    /**
     * @param voq of the port
     * @return its egress, without a division
     */
    public int egress(final int voq) {
        return port.egressOf(voq);
    }

    /**
     * @param voq of the port
     * @return its lane, without a division
     */
    public int lane(final int voq) {
        return port.laneOf(voq);
    }

    /**
     * @param lane of the port
     * @return units held in the payload pool of that lane; lossy lanes share one
     */
    public int heldUnits(final int lane) {
        return port.payloads.held(lane);
    }

    /**
     * @param lane of the port
     * @return headers of multicast copies held in the pool of that lane
     */
    public int heldHeaders(final int lane) {
        return port.headers.held(lane);
    }

    /**
     * @return headers of unicast frames held
     */
    public int heldUnicastHeaders() {
        return port.headers.heldUnicast();
    }

    /**
     * @param voq of the port
     * @return units that wait to be sent
     */
    public int backlog(final int voq) {
        return port.voqs.backlog[voq];
    }

    /**
     * @param voq of the port
     * @return units granted and not used
     */
    public int granted(final int voq) {
        return port.voqs.credit[voq];
    }

    /**
     * @param voq of the port
     * @return units requested and not granted
     */
    public int requested(final int voq) {
        return port.voqs.pending[voq];
    }

    /**
     * @param voq of the port
     * @return frames sent and not acknowledged
     */
    public int outstanding(final int voq) {
        return port.voqs.outstanding(voq);
    }

    /**
     * @param voq of the port
     * @return copies dropped since the start
     */
    public long dropped(final int voq) {
        return port.voqs.dropped[voq];
    }

    /**
     * @param voq of the port
     * @return frames repeated since the start
     */
    public long repeated(final int voq) {
        return port.voqs.repeated[voq];
    }

    /**
     * @param voq of the port
     * @return whether the synchronisation suspends it now
     */
    public boolean isSuspended(final int voq) {
        return port.sync.isSuspended(voq);
    }

    /**
     * @param voq of the port
     * @return packets by which it is ahead
     */
    public int ahead(final int voq) {
        return port.sync.ahead(voq);
    }

    /**
     * @return suspensions since the start
     */
    public int suspensions() {
        return port.sync.suspensions();
    }

    /**
     * @return frames that were asked for and not repeated since the start, because their egress asked for too
     *     many
     */
    public long refusedRepeats() {
        return budget.refused();
    }

    /**
     * @return VOQs whose frames were given up since the start
     */
    public long gaveUp() {
        return repetition.gaveUp();
    }
}
