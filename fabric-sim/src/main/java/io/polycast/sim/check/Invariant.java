package io.polycast.sim.check;

/** Invariants of a simulated network, by name. */
public enum Invariant {
    /** ACK p or NAK e leaves for, and reaches, the sender only when every live member has it all. */
    ACK_SAFETY("no ACK or NAK beyond what every live member has received"),
    /** Feedback to the source is what paths have said. */
    FEEDBACK_TRUTH("a NAK is some path's and leaves once; MSN is a path's, credit unlimited"),
    /** A NAK that all paths are up to leaves. */
    NAK_PROMPT("no NAK that is due is kept"),
    /** The tree turns for nobody but a member that sends. */
    SOURCE_TRUTH("the source moves on intact frames of the member that sends"),
    /** Every byte arrives at every live member exactly once, in order, unaltered. */
    DELIVERY("every byte once, in order, unaltered"),
    /** An unaltered frame is accepted by the queue pair that it is for, and by no other. */
    ADDRESSING("intact frames reach members only, in a form that they accept"),
    /** When faults stop, every transfer completes within a bound. */
    PROGRESS("every transfer completes once faults have stopped"),
    /** Per switch: frames in = sum of endings; what left = what was counted. */
    ACCOUNTING("no frame unaccounted"),
    /** Every reference to a frame is given back, once. */
    REFERENCES("references of frames return to zero"),
    /** Tables stay within configuration. */
    TABLE_SIZES("tables stay within configuration"),
    /** In a window no more CNPs go upstream than the most congested path sent. */
    CNP_BUDGET("CNPs upstream never exceed the most congested path's"),
    /** Only members that are gone are taken out of service. */
    EVICTION("no live member is evicted"),
    /**
     * Data that all have acknowledged reaches the engine, and is not filtered at every egress (rule
     * 2).
     */
    KERNEL_WORDS("in the kernel the minimum is never behind all paths"),
    /** No program writes to a slot that is another group's by now. */
    KERNEL_SLOTS("a slot of the kernel's table is given back when no program knows it"),
    /** A revision that is refused anywhere is in force nowhere. */
    GROUP_REFUSED("what is refused anywhere is installed nowhere"),
    /** The revision of a group only goes up, at each switch. */
    GROUP_ORDER("an older revision changes nothing"),
    /** A leader is told that a change is done after all switches have made it. */
    GROUP_DONE("a change that is told as done is made at all switches"),
    /** A group that was removed, or aged, is gone from all switches. */
    GROUP_EMPTY("tables are empty after removal and ageing"),
    /** Groups of the file stay what they are. */
    GROUP_STATIC("registration changes no group of the file"),
    /** Data reaches each member of the revision in force once, and nobody else. */
    GROUP_MEMBERS("data reaches the members in force, each once, and nobody else"),
    /** No input makes the engine throw. */
    TOTALITY("no frame makes the engine throw");

    private final String statement;

    Invariant(final String statement) {
        this.statement = statement;
    }

    /** In one line. */
    public String statement() {
        return statement;
    }
}
