package io.polycast.endhost.drive;

import io.polycast.endhost.qp.QueuePair;
import java.util.ArrayList;
import java.util.List;

/**
 * Drives the queue pairs behind one port: in turn, each makes one frame at a time, as long as the port
 * takes them. Feedback leaves at once; data when the pacer lets it.
 *
 * <p>Note: not threadsafe. A run allocates nothing.
 *
 * @param <E> kind of endpoint
 */
public final class SendLoop<E extends Endpoint> {
    private final Exit<E> exit;

    /** Null where data is not paced. */
    private final Pacer<E> pacer;

    private final List<E> endpoints = new ArrayList<>();
    private int turn;
    private boolean drained;
    private long pacedUntilNs;

    /**
     * Data leaves as soon as the window allows.
     *
     * @param exit of the host
     */
    public SendLoop(final Exit<E> exit) {
        this(exit, null);
    }

    /**
     * @param exit of the host
     * @param pacer of data, or null
     */
    public SendLoop(final Exit<E> exit, final Pacer<E> pacer) {
        this.exit = exit;
        this.pacer = pacer;
    }

    /**
     * @param endpoint that has its turn from now on
     */
    public void add(final E endpoint) {
        endpoints.add(endpoint);
    }

    /**
     * Sends what is due.
     *
     * @param nowNs the clock of the queue pairs
     * @param most frames to send
     * @return frames sent; see also {@link #isDrained}
     */
    public int run(final long nowNs, final int most) {
        final int count = endpoints.size();
        pacedUntilNs = Long.MAX_VALUE;
        int sent = 0;
        int idle = 0;
        drained = false;
        while (idle < count) {
            if (sent == most || !exit.isOpen(nowNs)) {
                return sent;
            }
            turn = turn + 1 < count ? turn + 1 : 0;
            if (sendOne(nowNs, endpoints.get(turn))) {
                idle = 0;
                sent++;
            } else {
                idle++;
            }
        }
        drained = true;
        return sent;
    }

    private boolean sendOne(final long nowNs, final E endpoint) {
        final QueuePair qp = endpoint.active();
        if (qp == null) {
            return false;
        }
        final boolean held = pacer != null && qp.pendingSends() > 0 && isHeld(nowNs, endpoint);
        final int length =
                held
                        ? qp.pollFeedback(nowNs, exit.buffer(), exit.offset())
                        : qp.poll(nowNs, exit.buffer(), exit.offset());
        if (length == 0) {
            return false;
        }
        if (pacer != null) {
            pacer.onSent(endpoint, nowNs, length);
        }
        exit.send(endpoint, length);
        return true;
    }

    private boolean isHeld(final long nowNs, final E endpoint) {
        final long atNs = pacer.mayLeaveNs(endpoint, nowNs);
        if (atNs <= nowNs) {
            return false;
        }
        pacedUntilNs = Math.min(pacedUntilNs, atNs);
        return true;
    }

    /** Whether the last run ended because nothing was due, and not because the port was full. */
    public boolean isDrained() {
        return drained;
    }

    /**
     * @return when to run again although nothing arrives, or {@link Long#MAX_VALUE}; valid after a run
     *     that {@link #isDrained drained} the queue pairs
     */
    public long nextDeadlineNs() {
        long nextNs = pacedUntilNs;
        for (int i = 0; i < endpoints.size(); i++) {
            final QueuePair qp = endpoints.get(i).active();
            if (qp != null) {
                nextNs = Math.min(nextNs, qp.nextDeadlineNs());
            }
        }
        return nextNs;
    }
}
