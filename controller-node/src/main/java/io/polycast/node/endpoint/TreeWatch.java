package io.polycast.node.endpoint;

import io.polycast.controller.safeguard.Goodput;
import java.util.function.Consumer;

/** What an endpoint does for its group's safeguard: reports goodput, sends probes, waits for the tree. */
final class TreeWatch {
    private final String group;
    private final Transfer transfer;
    private final Membership membership;
    private final Consumer<String> notes;
    private final GroupMode mode = new GroupMode();
    private final GoodputMeter meter = new GoodputMeter();

    /**
     * @param group name of the group
     * @param transfer of the file
     * @param membership in the group
     * @param notes takes what the user has to know meanwhile, a line each
     */
    TreeWatch(
            final String group,
            final Transfer transfer,
            final Membership membership,
            final Consumer<String> notes) {
        this.group = group;
        this.transfer = transfer;
        this.membership = membership;
        this.notes = notes;
    }

    /** The group's mode. */
    GroupMode mode() {
        return mode;
    }

    /** A decision is in force; its source says so, and waits or ends. */
    void onMode(final long number, final boolean unicast, final String reason)
            throws EndpointException {
        final boolean turns = mode.commit(number, unicast, reason);
        if (!transfer.isSource()) {
            return;
        }
        final String how = "group " + group + " sends by " + mode.text();
        if (mode.isOff()) {
            throw EndpointException.failed(
                    how
                            + ", and this endpoint by the tree only: create the group with"
                            + " multicast try or force");
        }
        if (turns) {
            notes.accept(
                    how
                            + (unicast
                                    ? "; this endpoint has no unicast sends and waits for the tree"
                                    : "; going on"));
        }
    }

    /**
     * Ends a probe and an interval whose time is over, and reports them.
     *
     * @param nowNs time of the run
     * @param posts whether the right to post is here and not suspended
     * @param inside whether the queue pair is in all tables
     */
    void measure(final long nowNs, final boolean posts, final boolean inside) {
        final GroupMode.Probed probed = mode.end(nowNs, transfer.moved());
        if (probed != null) {
            membership.probed(probed);
        }
        final boolean moves = transfer.isSource() ? posts && !mode.isUnicast() : inside;
        final Goodput sample = meter.tick(nowNs, transfer.moved(), moves && transfer.isBusy());
        if (sample != null) {
            membership.goodput(sample);
        }
    }
}
