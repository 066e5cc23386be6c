package io.polycast.sim.scenario;

/** Kinds of faults; occurrences are counted per kind. */
public enum FaultKind {
    /** A frame vanished on a link. */
    LOSS("losses"),
    /** A frame arrived twice. */
    DUPLICATION("duplications"),
    /** A frame was overtaken by later ones. */
    REORDERING("reorderings"),
    /** One to three bits of a frame flipped. */
    CORRUPTION("corruptions"),
    /** A frame took longer than its link's delay. */
    JITTER("jitters"),
    /** A full queue refused a frame. */
    QUEUE_FULL("queue_drops"),
    /** A link was down for a while. */
    LINK_DOWN("links_down"),
    /** A frame was lost because its link or switch was down. */
    DOWN_LOSS("down_losses"),
    /** A switch restarted and found its feedback state again. */
    RESTART_KEEPING_STATE("restarts_with_state"),
    /** A switch restarted with nothing. */
    RESTART_LOSING_STATE("restarts_without_state"),
    /** A group's installation or re-installation came late. */
    CONTROL_DELAYED("control_delayed"),
    /** A group's installation was lost and repeated. */
    CONTROL_LOST("control_lost"),
    /** A group that was there already was installed again. */
    CONTROL_REPEATED("control_repeated"),
    /** A group was removed and installed again. */
    GROUP_RESET("group_resets"),
    /** A receiver died for good; policy evict takes it out. */
    CRASH("crashes"),
    /** A host stood still for a while. */
    PAUSE("pauses"),
    /** A host took long for each frame. */
    SLOW_RECEIVER("slow_receivers"),
    /** A host posted no receives for a while. */
    RNR_STORM("rnr_storms"),
    /** A frame was marked with congestion experienced. */
    CONGESTION("congestion_marks"),
    /** An ACK came with a member's address from elsewhere, or from there with a wrong ICRC. */
    FORGED_FEEDBACK("forged_feedback"),
    /** A member acknowledged what was never sent. */
    BEYOND_SENT("feedback_beyond_sent"),
    /** A receiver's data with a wrong ICRC, in the window of a new source. */
    FORGED_DATA("forged_data"),
    /** The source moved to another member. */
    SOURCE_SWITCH("source_switches"),
    /** All queue pairs of a group were renewed. */
    SECOND_JOB("second_jobs"),
    /** A source's process was killed in mid-transfer. */
    JOB_DEATH("job_deaths"),
    /** A dead host took part again. */
    REVIVAL("revivals"),
    /** A frame with which a source began was lost before the first switch. */
    FIRST_LOST("first_losses"),
    /** A member that does not send repeated data of an earlier job. */
    STALE_DATA("stale_data"),
    /** A switch's process stood still; frames waited in its rings. */
    STANDSTILL("standstills"),
    /** A frame had waited so long that the switch let go of it. */
    STANDSTILL_LOSS("standstill_losses"),
    /** A receiver refused for good. */
    REFUSAL("refusals"),
    /** A source was told that its job has failed. */
    JOB_FAILURE("job_failures");

    private final String label;

    FaultKind(final String label) {
        this.label = label;
    }

    /** Name in reports. */
    public String label() {
        return label;
    }
}
