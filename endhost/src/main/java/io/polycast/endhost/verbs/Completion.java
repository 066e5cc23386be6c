package io.polycast.endhost.verbs;

/** One entry of a {@link CompletionQueue}: reusable, filled by {@link CompletionQueue#poll}. */
public final class Completion {
    /** As given when the request was posted. */
    public long wrId;

    /** One of {@link CompletionStatus}. */
    public int status;

    /** One of {@link WorkOpcode}. */
    public int opcode;

    /** Message length in bytes; meaningless unless the status is success. */
    public int bytes;

    /** Immediate data, network order read as an int; 0 without. */
    public int immediate;

    /** Whether the message carried immediate data. */
    public boolean hasImmediate;

    /** Starts empty. */
    public Completion() {}

    @Override
    public String toString() {
        return "wr "
                + wrId
                + ": "
                + CompletionStatus.label(status)
                + ", "
                + bytes
                + " bytes"
                + (hasImmediate ? ", immediate " + immediate : "");
    }
}
