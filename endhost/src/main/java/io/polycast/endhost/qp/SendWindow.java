package io.polycast.endhost.qp;

import io.polycast.parser.psn.Psn;

/**
 * Where a requester stands in its PSNs, and which packet of which request each mark is.
 *
 * <pre>
 *   acknowledged | sent, not acknowledged   | never sent
 *   -------------+--------------+-----------+-----------
 *                unacked        next        unsent
 *                               (goes back to unacked on a retry)
 * </pre>
 */
final class SendWindow {
    final SendQueue queue;

    private final int size;

    /** First PSN that is not acknowledged: packet unackedIndex of the oldest request. */
    private int unacked;

    private int unackedIndex;

    /** PSN of the next packet: packet nextIndex of the request at nextRequest. */
    private int next;

    private int nextIndex;
    private int nextRequest;

    /** First PSN that was never sent. */
    private int unsent;

    /**
     * @param depth requests
     * @param size PSNs that may be unacknowledged
     */
    SendWindow(final int depth, final int size) {
        queue = new SendQueue(depth);
        this.size = size;
    }

    /** Moves all marks; only between messages. */
    void startAt(final int psn) {
        unacked = psn;
        unsent = psn;
        unackedIndex = 0;
        goBack();
    }

    /** Next to be sent is the first that is not acknowledged. */
    void goBack() {
        next = unacked;
        nextIndex = unackedIndex;
        nextRequest = queue.head();
    }

    /** Whether there is a packet to send and room for it. */
    boolean isOpen() {
        return nextRequest != queue.tail() && Psn.distance(unacked, next) < size;
    }

    /** Whether nothing that was sent waits for an ACK. */
    boolean isAcknowledged() {
        return unacked == unsent;
    }

    int unacked() {
        return unacked;
    }

    int next() {
        return next;
    }

    int unsent() {
        return unsent;
    }

    /** Slot of the request that the next packet belongs to. */
    int nextSlot() {
        return queue.slot(nextRequest);
    }

    /** Place of the next packet in its message. */
    int nextIndex() {
        return nextIndex;
    }

    boolean nextWasSentBefore() {
        return next != unsent;
    }

    /** The next packet has left. */
    void onSent() {
        if (next == unsent) {
            unsent = Psn.next(unsent);
        }
        next = Psn.next(next);
        if (++nextIndex == queue.packets[nextSlot()]) {
            nextIndex = 0;
            nextRequest++;
        }
    }

    /** PSNs that wait for an ACK. */
    int outstanding() {
        return Psn.distance(unacked, unsent);
    }

    /**
     * Takes packets off the front; the caller then removes the requests that are complete.
     *
     * @param packets in [1, outstanding]
     * @return whether they reach beyond what is to be sent next, which must then go "back" forwards
     */
    boolean acknowledge(final int packets) {
        final boolean overtaken = packets > Psn.distance(unacked, next);
        unacked = Psn.plus(unacked, packets);
        unackedIndex += packets;
        return overtaken;
    }

    /** Whether all packets of the oldest request are acknowledged. */
    boolean oldestIsComplete() {
        return !queue.isEmpty() && unackedIndex >= queue.packets[queue.slot(queue.head())];
    }

    /** Lets go of the oldest request, complete or not. */
    void removeOldest() {
        unackedIndex = Math.max(0, unackedIndex - queue.packets[queue.slot(queue.head())]);
        queue.remove();
    }
}
