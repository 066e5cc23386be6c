package io.polycast.core.trace;

/** Kind of event that a trace shows. Each role has an enum of its own beside {@link CommonEvent}. */
public interface TraceEvent {
    /** How the detail of an event is written. */
    enum Detail {
        /** There is none. */
        NONE,
        /** Id of an ending. */
        ENDING,
        /** Opcode of a BTH. */
        OPCODE,
        /** A byte. */
        HEX,
        /** 0 or 1. */
        FLAG,
        /** A number. */
        NUMBER
    }

    /**
     * @return name of the constant; a trace writes it in lower case
     */
    String name();

    /**
     * @return how its detail is written
     */
    Detail detail();

    /**
     * @return name of the detail; not read where there is none
     */
    String detailName();
}
