package io.polycast.core.event;

/** State of a port's network device. */
public enum LinkState {
    /** Administratively up, with carrier. */
    UP("up"),
    /** Administratively up, without carrier: cable, transceiver or the other end. */
    NO_CARRIER("no carrier"),
    /** Administratively down. */
    DOWN("down"),
    /** The device is gone: removed, or moved to another network namespace. */
    VANISHED("vanished"),
    /** The device is gone, and another one has its name. The port does not serve that one. */
    REPLACED("replaced");

    private final String label;

    LinkState(final String label) {
        this.label = label;
    }

    /**
     * @return words for people
     */
    public String label() {
        return label;
    }

    /**
     * @return whether the device that the port was opened on is there
     */
    public boolean isThere() {
        return this != VANISHED && this != REPLACED;
    }
}
