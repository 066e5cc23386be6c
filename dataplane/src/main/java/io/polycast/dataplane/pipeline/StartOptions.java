package io.polycast.dataplane.pipeline;

/**
 * How a switch starts, beside its configuration.
 *
 * @param opener of its ports
 * @param forgetGroups whether groups that were set while an earlier process ran stay away
 * @param takeOver from the process that serves now, or null
 */
public record StartOptions(PortOpener opener, boolean forgetGroups, TakeOver takeOver) {
    /** The drivers of xdp-bridge, all groups, nobody to take over from. */
    public static final StartOptions STANDARD = with(PortOpener.STANDARD);

    /**
     * @param opener of the ports
     * @return options that are standard but for it
     */
    public static StartOptions with(final PortOpener opener) {
        return new StartOptions(opener, false, null);
    }
}
