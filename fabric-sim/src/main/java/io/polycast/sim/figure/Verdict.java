package io.polycast.sim.figure;

/** How a statement compares with the paper. */
public enum Verdict {
    /** Inside the paper's range widened by 15 %, or of the paper's shape. */
    REPRODUCED("reproduced"),
    /** Outside. */
    NOT_REPRODUCED("not-reproduced"),
    /** Ours rests on other inputs than the paper's, or stands for something else. */
    NOT_COMPARABLE("not-comparable");

    private final String label;

    Verdict(final String label) {
        this.label = label;
    }

    /**
     * @return word in files
     */
    public String label() {
        return label;
    }
}
