package io.polycast.dataplane.appliance;

import io.polycast.core.event.GroupEvents;
import io.polycast.dataplane.groups.GroupSubscriber;
import io.polycast.dataplane.opening.PortOpener;
import io.polycast.dataplane.opening.TakeOver;

/**
 * How a switch starts, beside its configuration.
 *
 * @param opener of its ports
 * @param forgetGroups whether groups that were set while an earlier process ran stay away
 * @param takeOver from the process that serves now, or null
 * @param events listener beside the log, called by the same thread
 * @param groups subscriber to the lives of groups beside the log
 * @param rehearsal whether the log stays silent
 */
public record StartOptions(
        PortOpener opener,
        boolean forgetGroups,
        TakeOver takeOver,
        GroupEvents events,
        GroupSubscriber groups,
        boolean rehearsal) {
    /** The drivers of xdp-bridge, all groups, nobody to take over from. */
    public static final StartOptions STANDARD = with(PortOpener.STANDARD);

    /** As standard, for a switch that only shows that another one could start. */
    static final StartOptions REHEARSAL =
            new StartOptions(
                    PortOpener.STANDARD, false, null, GroupEvents.NONE, GroupSubscriber.NONE, true);

    /** Options with nobody but the log to tell events to. */
    public StartOptions(
            final PortOpener opener, final boolean forgetGroups, final TakeOver takeOver) {
        this(opener, forgetGroups, takeOver, GroupEvents.NONE, GroupSubscriber.NONE, false);
    }

    /**
     * @param opener of the ports
     * @return options that are standard but for it
     */
    public static StartOptions with(final PortOpener opener) {
        return new StartOptions(opener, false, null);
    }
}
