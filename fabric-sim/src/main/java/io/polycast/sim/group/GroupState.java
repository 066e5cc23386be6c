package io.polycast.sim.group;

import io.polycast.endhost.verbs.WorkOpcode;
import io.polycast.mft.spec.MemorySpec;
import io.polycast.sim.net.GroupJob;
import io.polycast.sim.scenario.GroupPlan;
import io.polycast.sim.scenario.Phase;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/** A group as it runs: its messages, its members and its phase. */
public final class GroupState implements GroupJob {
    private static final int ALIGNMENT = 8;

    private final int index;
    private final GroupPlan plan;
    private final Content content;
    private final UnsafeBuffer stream;
    private final int[] start;
    private final List<MemberState> members = new ArrayList<>();
    private int phase = -1;
    private int phaseFirst;
    private int phaseEnd;
    private long liveMask;
    private int firstPsn;
    private int job;
    private boolean between;
    private boolean firstOfItsJob;
    private int frames;
    private long strays;

    /**
     * @param index of the group
     * @param plan of it
     * @param seed of the run
     */
    public GroupState(final int index, final GroupPlan plan, final long seed) {
        this.index = index;
        this.plan = plan;
        firstPsn = plan.first().psn();
        start = new int[plan.messages() + 1];
        for (int message = 0; message < plan.messages(); message++) {
            final int end = start[message] + plan.bytes(message);
            start[message + 1] = end + ALIGNMENT - 1 & -ALIGNMENT;
        }
        content = new Content(Content.salt(seed, index));
        stream = content.produce(start[plan.messages()]);
    }

    /**
     * @param member next in order of index
     */
    public void add(final MemberState member) {
        liveMask |= 1L << members.size();
        members.add(member);
    }

    /** Number of the group. */
    public int index() {
        return index;
    }

    /** As drawn. */
    public GroupPlan plan() {
        return plan;
    }

    /** In order of index. */
    public List<MemberState> members() {
        return members;
    }

    /** A bit for each member that has not crashed. */
    public long liveMask() {
        return liveMask;
    }

    void onCrash(final int member) {
        liveMask &= ~(1L << member);
    }

    void onRevival(final int member) {
        liveMask |= 1L << member;
    }

    /** First PSN of the job that runs. */
    public int firstPsn() {
        return firstPsn;
    }

    /** Jobs that have ended or died. */
    public int job() {
        return job;
    }

    /** Whether a receiver has refused for good, and this is to end the job. */
    public boolean mayFail() {
        return job == 0
                && plan.refusal() != null
                && !plan.refusal().evicts()
                && members.get(plan.refusal().member()).hasRefused();
    }

    /** The job has failed: its other phases do not take place. */
    public void fail() {
        final boolean second = job == 0 && plan.renewal() != null;
        final int end = second ? plan.renewal().atPhase() : plan.phases().size();
        while (phase < end - 1) {
            advance();
        }
    }

    @Override
    public int qpn(final int member) {
        return members.get(member).qp().settings().address().localQpn();
    }

    @Override
    public MemorySpec memory(final int member) {
        return new MemorySpec(
                members.get(member).va(), MemberState.RKEY + member, start(plan.messages()));
    }

    @Override
    public long epoch() {
        return job == 0 ? plan.first().epoch() : plan.renewal().entry().epoch();
    }

    @Override
    public int announcedPsn() {
        final boolean told =
                plan.first().announced() && (job == 0 || plan.renewal().entry().announced());
        return told ? firstPsn : -1;
    }

    /** Whether the next phase is the second job's first. */
    public boolean isRenewalDue() {
        return job == 0 && plan.renewal() != null && phase + 1 == plan.renewal().atPhase();
    }

    /**
     * Between two jobs: no queue pair answers any more or yet.
     *
     * @param psn first of the second job
     */
    public void beginRenewal(final int psn) {
        job++;
        firstPsn = psn;
        between = true;
        firstOfItsJob = true;
    }

    /** The second job begins. */
    public void endRenewal() {
        between = false;
    }

    /** Whether the next phase is a second job's first. */
    public boolean isFirstOfItsJob() {
        return firstOfItsJob;
    }

    /** Counts a frame that the source has made in this phase. */
    public int countFrame() {
        return ++frames;
    }

    /** Whether one job is over and the other has not begun. */
    public boolean isBetween() {
        return between;
    }

    /**
     * @param member that data came from although it was not the source's turn
     */
    public void onStray(final int member) {
        strays |= 1L << member;
    }

    /** A bit for each member that such data came from. */
    public long strays() {
        return strays;
    }

    Content content() {
        return content;
    }

    /** All messages, one after the other, each aligned to 8 bytes. */
    public UnsafeBuffer stream() {
        return stream;
    }

    /**
     * @param message number, in [0, messages]
     * @return position of its first byte in the stream
     */
    public int start(final int message) {
        return start[message];
    }

    /**
     * @param message number
     * @return four bytes that go with it
     */
    public static int immediate(final int message) {
        return message * 0x9E37_79B9 ^ 0x5EED;
    }

    /** Whether messages consume receives. */
    public boolean consumesReceives() {
        return plan.operation() != WorkOpcode.WRITE;
    }

    /** Whether messages are WRITEs. */
    public boolean isWrite() {
        return plan.operation() == WorkOpcode.WRITE
                || plan.operation() == WorkOpcode.WRITE_WITH_IMMEDIATE;
    }

    /** Whether every phase is over. */
    public boolean isDone() {
        return phase == plan.phases().size();
    }

    /** Index of the phase that runs, -1 before the first. */
    public int phase() {
        return phase;
    }

    /** First message of the phase. */
    public int phaseFirst() {
        return phaseFirst;
    }

    /** Message after the phase's last. */
    public int phaseEnd() {
        return phaseEnd;
    }

    /** The member that sends, or null. */
    public MemberState source() {
        return phase < 0 || isDone() ? null : members.get(plan.phases().get(phase).source());
    }

    /** Begins the next phase, or ends the group. */
    public void advance() {
        phase++;
        frames = 0;
        firstOfItsJob = false;
        phaseFirst = phaseEnd;
        if (!isDone()) {
            final Phase next = plan.phases().get(phase);
            phaseEnd += next.messages();
        }
    }
}
