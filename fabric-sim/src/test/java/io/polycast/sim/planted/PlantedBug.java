package io.polycast.sim.planted;

import static io.polycast.sim.planted.Edit.insteadOf;
import static io.polycast.sim.planted.Edit.later;
import static io.polycast.sim.planted.Edit.number;
import static io.polycast.sim.planted.Edit.opposite;
import static io.polycast.sim.planted.Edit.redirect;
import static io.polycast.sim.planted.Edit.returning;
import static io.polycast.sim.planted.Edit.unconditional;
import static io.polycast.sim.planted.Edit.without;

import io.polycast.sim.check.Invariant;
import java.util.List;
import java.util.Map;

/**
 * Ways to break the engine, each a change of a few bytecodes of the compiled class, with a seed whose
 * run shows it. Numbers in brackets are the rules and traps of the design.
 */
enum PlantedBug {
    /** (1) Aggregates leave although a path never answered. */
    UNKNOWN_PATHS_IGNORED(
            "io.polycast.ack.DueFrames",
            Map.of(
                    "afterFeedback",
                    List.of(insteadOf("unknown", 0, 0)),
                    "any",
                    List.of(insteadOf("unknown", 0, 0))),
            1,
            Invariant.ACK_SAFETY),
    /** (1) A path that never answered counts as having acknowledged PSN 0. */
    UNKNOWN_PATHS_FILTERED(
            "io.polycast.mft.bridge.Replicator",
            "isAcknowledged",
            unconditional(0),
            4,
            Invariant.PROGRESS),
    /** (2) A retransmission that all have acknowledged is swallowed. */
    LOST_ACK_NOT_REPEATED(
            "io.polycast.core.cepheus.DataStage",
            "onAcknowledgedByAll",
            without("answerRetransmission", 0),
            4,
            Invariant.PROGRESS),
    /** (3) MePSN outlives the minimum that has reached it. */
    STALE_MEPSN(
            "io.polycast.ack.AckAggregator",
            Map.of(
                    "DueFrames.any", List.of(without("forget", 0)),
                    "advance", List.of(without("end", 1))),
            34,
            Invariant.NAK_PROMPT),
    /** (4) PSNs are compared as plain numbers. */
    PSN_DOES_NOT_WRAP(
            "io.polycast.ack.AckAggregator",
            "advance",
            redirect("distance", "plainDistance"),
            1,
            Invariant.PROGRESS),
    /** (5) Every NAK for one loss goes upstream. */
    NAK_STORM("io.polycast.ack.NakLedger", "mayReport", returning(1), 1, Invariant.FEEDBACK_TRUTH),
    /** (5) A NAK is evaluated only together with an ACK. */
    NAK_STUCK(
            "io.polycast.ack.AckAggregator",
            "onNak",
            redirect("afterFeedback", "nothing"),
            1,
            Invariant.NAK_PROMPT),
    /** (6) An RNR NAK leaves as a sequence NAK. */
    RNR_AS_SEQUENCE_ERROR(
            "io.polycast.ack.DueFrames",
            "any",
            insteadOf("syndrome", 0, 0x60),
            4,
            Invariant.FEEDBACK_TRUTH),
    /** (7) The aggregate's MSN is not a path's. */
    MSN_FORGOTTEN(
            "io.polycast.ack.AckAggregator", "msn", returning(77), 1, Invariant.FEEDBACK_TRUTH),
    /** (8) Nobody is ever found silent. */
    SILENCE_UNNOTICED(
            "io.polycast.core.cepheus.silence.SilenceWatch",
            "isSilent",
            returning(0),
            1,
            Invariant.PROGRESS),
    /** (8) Two repetitions are silence, however soon they come. */
    SILENCE_HASTY(
            "io.polycast.core.cepheus.silence.SilenceWatch",
            Map.of(
                    "onAsked",
                            List.of(
                                    insteadOf("silentAfterNs", 0, 1),
                                    insteadOf("silentAfterNs", 0, 1)),
                    "rearm",
                            List.of(
                                    insteadOf("silentAfterNs", 0, 1),
                                    insteadOf("silentAfterNs", 0, 1)),
                    "isSilent", List.of(insteadOf("silentAfterNs", 0, 1)),
                    "interval", List.of(insteadOf("silentAfterNs", 0, 1))),
            3,
            Invariant.EVICTION),
    /** (8) What a member says does not end its silence. */
    SILENCE_IN_SPITE_OF_ANSWERS(
            "io.polycast.ack.AckAggregator", "heard", without("excuse", 0), 3, Invariant.EVICTION),
    /** (8) A switch that waits for its own members says nothing. */
    WAITING_SWITCH_SILENT(
            "io.polycast.core.cepheus.DataStage",
            "forward",
            without("showLife", 0),
            3,
            Invariant.EVICTION),
    /** (8) It says nothing of what the kernel's programs replicate. */
    WAITING_SWITCH_SILENT_IN_KERNEL(
            "io.polycast.core.cepheus.KernelReports",
            "onFrames",
            without("add", 0),
            18,
            Invariant.EVICTION),
    /** (8) It has no aggregate to repeat, and its alive is not heard. */
    ALIVE_UNHEARD(
            "io.polycast.ack.AckAggregator", "onAlive", without("heard", 0), 3, Invariant.EVICTION),
    /** (8) It says so to hosts, too. */
    ALIVE_TO_HOSTS(
            "io.polycast.core.cepheus.SourceAnswers",
            "showLife",
            insteadOf("isHost", 0, 0),
            1,
            Invariant.ADDRESSING),
    /** (8) A switch without members in service passes for one that waits. */
    EMPTY_SWITCH_SHOWS_LIFE(
            "io.polycast.core.cepheus.SourceAnswers",
            "showLife",
            insteadOf("receivers", 0, 1),
            80,
            Invariant.FEEDBACK_TRUTH),
    /** (8) A member that was taken out still holds back the minimum. */
    EVICTED_HOLDS_MINIMUM(
            "io.polycast.ack.Receivers",
            "isReceiver",
            insteadOf("has", 0, 0),
            1,
            Invariant.PROGRESS),
    /** (9) The new source stays among the receivers. */
    NEW_SOURCE_STAYS_RECEIVER(
            "io.polycast.ack.AckAggregator",
            "onSource",
            without("recount", 0),
            1,
            Invariant.PROGRESS),
    /** (10) Feedback counts from any port. */
    ANY_PORT("io.polycast.mft.table.Mft", "memberPath", unconditional(1), 71, Invariant.ACK_SAFETY),
    /** (10) Feedback counts with any ICRC. */
    FEEDBACK_UNVERIFIED(
            "io.polycast.core.cepheus.FeedbackStage",
            "onFeedback",
            insteadOf("isRight", 0, 1),
            12,
            Invariant.ACK_SAFETY),
    /** (11) A frame with a wrong ICRC turns the tree round. */
    SOURCE_UNVERIFIED(
            "io.polycast.core.cepheus.SourceTurns",
            "refusal",
            insteadOf("isRight", 0, 1),
            3,
            Invariant.SOURCE_TRUTH),
    /** (12) Feedback beyond what was sent is believed. */
    BEYOND_SENT_BELIEVED(
            "io.polycast.ack.FeedbackBound", "isBeyond", returning(0), 9, Invariant.ACK_SAFETY),
    /** The largest AckPSN passes for the minimum. */
    WRONG_MINIMUM(
            "io.polycast.ack.Receivers",
            "recount",
            redirect("distance", "reversedDistance"),
            1,
            Invariant.ACK_SAFETY),
    /** Aggregates acknowledge one PSN too many. */
    ACK_OFF_BY_ONE(
            "io.polycast.core.cepheus.SourceAnswers",
            "send",
            redirect("psn", "followingPsn"),
            1,
            Invariant.ACK_SAFETY),
    /** The first PSN that a path lacks counts as acknowledged. */
    FILTER_OFF_BY_ONE(
            "io.polycast.mft.bridge.Replicator",
            "isAcknowledged",
            redirect("distance", "shortDistance"),
            1,
            Invariant.PROGRESS),
    /** Copies keep the ICRC of the frame that came in. */
    ICRC_NOT_PATCHED(
            "io.polycast.mft.bridge.IcrcWords",
            Map.of(
                    "begin", List.of(insteadOf("frameWord", 0, 0)),
                    "compute4", List.of(insteadOf("word4", 0, 0)),
                    "compute6", List.of(insteadOf("word6", 0, 0))),
            1,
            Invariant.ADDRESSING),
    /** Copies leave with whatever stood in place of their IPv4 header checksum. */
    CHECKSUM_NOT_PATCHED(
            "io.polycast.mft.bridge.PlainHeaders",
            "write",
            insteadOf("checksum", 0, 0),
            1,
            Invariant.ADDRESSING),
    /** WRITEs keep the group's virtual address. */
    ADDRESS_NOT_TRANSLATED(
            "io.polycast.mft.bridge.HeaderBridge",
            "toHost",
            insteadOf("va", 1, 0),
            1,
            Invariant.DELIVERY),
    /** The source gets its own data back. */
    ECHO_TO_SOURCE(
            "io.polycast.mft.bridge.Replicator",
            "replicate",
            unconditional(5),
            1,
            Invariant.DELIVERY),
    /** All CNPs go upstream. */
    CNPS_UNFILTERED("io.polycast.cnp.CnpFilter", "onSignal", returning(1), 4, Invariant.CNP_BUDGET),
    /** A frame's ending is not counted. */
    ENDING_NOT_COUNTED(
            "io.polycast.core.SwitchCore",
            "onClassified",
            without("end", 0),
            1,
            Invariant.ACCOUNTING),
    /** A reference to a payload is given back twice. */
    DOUBLE_FREE(
            "io.polycast.xdp.port.FrameMemory",
            "release",
            number(1, 0, 2),
            1,
            Invariant.REFERENCES),
    /** A payload's last reference does not free it. */
    LEAK("io.polycast.xdp.port.FrameMemory", "release", opposite(1), 1, Invariant.REFERENCES),
    /** A restart takes up the feedback words of another path. */
    RECOVERS_WRONG_PATH(
            "io.polycast.mft.table.RecoveredFeedback",
            "takePath",
            insteadOf("fastUnorderedRemove", 0, 0),
            3,
            Invariant.EVICTION),
    /** (2) What was acknowledged long ago answers a source that was idle. */
    IDLENESS_FORGOTTEN(
            "io.polycast.mft.source.SourceTracker",
            "judge",
            redirect("acceptedNs", "justNow"),
            1,
            Invariant.ACK_SAFETY),
    /** (2) A set of the group keeps what was acknowledged to the queue pairs of before. */
    SET_KEEPS_FEEDBACK(
            "io.polycast.mft.spec.GroupSpec", "continues", returning(1), 3, Invariant.ACK_SAFETY),
    /** (6) A repetition counts as the answer to a fatal NAK. */
    REFUSAL_ANSWERED(
            "io.polycast.mft.bridge.Replicator",
            "onSentToWaiting",
            insteadOf("refuses", 0, 0),
            18,
            Invariant.EVICTION),
    /** (2) What an earlier source repeats has no answer. */
    FORMER_SOURCE_UNANSWERED(
            "io.polycast.mft.source.SourceTracker",
            "judge",
            number(4, 0, 2),
            616,
            Invariant.EVICTION),
    /** (11) The window of a new source begins one PSN late. */
    SOURCE_WINDOW_OFF_BY_ONE(
            "io.polycast.mft.source.SourceTracker",
            "judge",
            redirect("distance", "shortDistance"),
            33,
            Invariant.PROGRESS),
    /** (12) What passed above the bound never closes the gap below it. */
    PASSED_CLOSES_NO_GAP(
            "io.polycast.mft.source.SentBound",
            "settle",
            insteadOf("numberOfTrailingZeros", 0, 0),
            1531,
            Invariant.PROGRESS),
    /** (8) A member that was taken out is back after a restart. */
    EVICTED_BACK_AT_START(
            "io.polycast.mft.table.RecoveredFeedback",
            "keepWhatOutlivesAProcess",
            insteadOf("flags", 0, 0),
            120,
            Invariant.PROGRESS),
    /** (8) A member that was taken out stays out when the group is set anew. */
    EVICTED_FOR_EVER(
            "io.polycast.mft.table.MftWriter",
            "restartPath",
            redirect("reset", "resetButOut"),
            3,
            Invariant.ACK_SAFETY),
    /** (8) A group that begins anew with its source forgets who was silent. */
    ANEW_FORGETS_SILENCE(
            "io.polycast.core.cepheus.silence.SilenceWatch",
            "onAnew",
            insteadOf("owes", 0, 0),
            19,
            Invariant.PROGRESS),
    /** Feedback does not carry the MigReq of what it answers. */
    MIG_REQ_NOT_CARRIED(
            "io.polycast.core.cepheus.FeedbackAuthor",
            "migReq",
            returning(0),
            4,
            Invariant.ADDRESSING),
    /** (11) Before the first aggregate no other path may become the source. */
    FIRST_SOURCE_STAYS(
            "io.polycast.mft.source.SourceTracker",
            Map.of("judge", List.of(insteadOf("isInInitialWindow", 1, 0), number(3, 3, 2))),
            133,
            Invariant.ACK_SAFETY),
    /** (12) Of receivers that are ahead of a switch without memory anything is believed. */
    AHEAD_BY_ANYTHING(
            "io.polycast.ack.FeedbackBound",
            "isBeyond",
            unconditional(2),
            396,
            Invariant.ACK_SAFETY),
    /** (12) Receivers that are ahead of a switch without memory are not believed. */
    AHEAD_NOT_BELIEVED(
            "io.polycast.ack.FeedbackBound",
            "isBeyond",
            insteadOf("excuses", 0, 0),
            4,
            Invariant.PROGRESS),
    /** (6) A fatal NAK that was lost on its way is not repeated. */
    REFUSAL_TOLD_ONCE(
            "io.polycast.core.cepheus.DataStage",
            "forward",
            insteadOf("remindOfRefusal", 0, 0),
            228,
            Invariant.PROGRESS),
    /** (6) A group that begins anew, or turns, forgets fatal NAKs. */
    REFUSAL_FORGOTTEN_ANEW(
            "io.polycast.ack.NakLedger",
            "onAnew",
            insteadOf("refuses", 0, 0),
            228,
            Invariant.EVICTION),
    /** (6) A restart forgets fatal NAKs. */
    REFUSAL_FORGOTTEN_AT_START(
            "io.polycast.mft.table.RecoveredFeedback",
            "keepWhatOutlivesAProcess",
            insteadOf("refuses", 0, 0),
            228,
            Invariant.EVICTION),
    /** (8) A member that refused for good is found silent. */
    REFUSAL_IS_SILENCE(
            "io.polycast.core.cepheus.silence.SilenceWatch",
            "isSilent",
            insteadOf("refuses", 0, 0),
            228,
            Invariant.EVICTION),
    /** (2) In the kernel a path's AckPSN comes before the minimum. */
    KERNEL_MINIMUM_AFTER_PATHS(
            "io.polycast.core.offload.Offload",
            "onFeedback",
            later("writeMinimum", "writeAckPsn"),
            4,
            Invariant.KERNEL_WORDS),
    /** (2) In the kernel the minimum stays what it was at the move. */
    KERNEL_MINIMUM_FORGOTTEN(
            "io.polycast.core.offload.Offload",
            "onFeedback",
            without("writeMinimum", 0),
            4,
            Invariant.KERNEL_WORDS),
    /** (1) A path that never answered filters in the kernel: its valid bit is not cleared. */
    KERNEL_UNKNOWN_IS_VALID(
            "io.polycast.core.offload.KernelWords",
            "writeAckPsn",
            insteadOf("has", 0, 1),
            6,
            Invariant.KERNEL_WORDS),
    /** (5) That the source stepped back in the kernel is not seen. */
    KERNEL_STEP_BACK_UNREAD(
            "io.polycast.core.offload.KernelWords",
            "onSteps",
            insteadOf("stepsBack", 0, 0),
            6,
            Invariant.NAK_PROMPT),
    /** (8) Data that the kernel replicated is owed no answer. */
    KERNEL_FRAMES_UNTOLD(
            "io.polycast.core.offload.KernelWords",
            "tell",
            without("onFrames", 0),
            11,
            Invariant.PROGRESS),
    /** (9) A group stays in the kernel when its source moves. */
    KERNEL_KEEPS_OLD_SOURCE(
            "io.polycast.core.offload.Offload",
            "release",
            without("leave", 0),
            6,
            Invariant.KERNEL_WORDS),
    /** (12) The highest PSN in the kernel is not taken over. */
    KERNEL_HIGHEST_UNREAD(
            "io.polycast.core.offload.KernelWords",
            "onFlow",
            without("onHighest", 0),
            8,
            Invariant.PROGRESS),
    /** A slot is given back while programs may still write to it. */
    KERNEL_SLOT_GIVEN_BACK_EARLY(
            "io.polycast.core.offload.Residents",
            "giveBack",
            insteadOf("isSettled", 0, 1),
            4,
            Invariant.KERNEL_SLOTS),
    /** When a group returns, the engine does not read its kernel slot a last time. */
    KERNEL_WITHDRAWN_UNREAD(
            "io.polycast.core.offload.Residents",
            Map.of(
                    "withdraw", List.of(without("syncAll", 0)),
                    "giveBack", List.of(without("syncAll", 0), without("count", 0))),
            6,
            Invariant.ACCOUNTING),
    /** When a slot is given back, the engine does not read frames that programs still had in hand. */
    KERNEL_NO_LAST_LOOK(
            "io.polycast.core.offload.Residents",
            "giveBack",
            without("syncAll", 0),
            479,
            Invariant.ACCOUNTING);

    private final Plant plant;

    PlantedBug(
            final String className,
            final String method,
            final Edit edit,
            final long seed,
            final Invariant invariant) {
        this(className, Map.of(method, List.of(edit)), seed, invariant);
    }

    PlantedBug(
            final String className,
            final Map<String, List<Edit>> edits,
            final long seed,
            final Invariant invariant) {
        plant = new Plant(Probe.class, className, edits, seed, invariant);
    }

    Plant plant() {
        return plant;
    }
}
