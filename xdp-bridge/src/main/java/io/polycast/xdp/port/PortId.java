package io.polycast.xdp.port;

/**
 * Which port of a switch it is.
 *
 * @param index of the port, in [0, 64)
 * @param name of the port in the configuration
 */
public record PortId(int index, String name) {
    /** Most ports of a switch. */
    public static final int MOST_PORTS = 64;

    /** Checks the range. */
    public PortId {
        if (index < 0 || index >= MOST_PORTS) {
            throw new IllegalArgumentException(
                    "port " + name + ": index=" + index + " not in [0, " + MOST_PORTS + ")");
        }
    }

    /**
     * @param kind of trouble
     * @param why the port cannot be opened, with the remedy
     * @return the exception that says it of this port
     */
    public PortException refused(final PortException.Kind kind, final String why) {
        return new PortException(kind, "port " + name + ": " + why);
    }
}
