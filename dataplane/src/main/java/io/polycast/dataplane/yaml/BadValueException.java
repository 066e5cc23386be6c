package io.polycast.dataplane.yaml;

/** A word is not a value of its type; the message has the mistake and perhaps the remedy. */
public final class BadValueException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String remedy;

    public BadValueException(final String what) {
        this(what, null);
    }

    public BadValueException(final String what, final String remedy) {
        super(what);
        this.remedy = remedy;
    }

    /**
     * @return what to do about it, or null when the type's own description says it
     */
    public String remedy() {
        return remedy;
    }
}
