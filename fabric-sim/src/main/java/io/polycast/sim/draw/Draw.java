package io.polycast.sim.draw;

import io.polycast.sim.scenario.Scenario;
import io.polycast.sim.time.Rng;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * Additions to a drawn scenario, each from numbers of its own: leaving one out changes nothing else
 * about a seed.
 */
public enum Draw {
    /** Retry timers above the time that switches wait for silent members. */
    SLOW_TIMERS(SlowTimers::draw),
    /** Exchanges end after an idle time of the scale of the run. */
    IDLE_ANEW(IdleAnew::draw),
    /** Entries carry an epoch. */
    EPOCHS(Epochs::draw),
    /** Hosts take packets out of order. */
    OUT_OF_ORDER(RnicKinds::outOfOrder),
    /** Sources repeat their oldest packet only. */
    REPEAT_OLDEST(RnicKinds::repeatOldest),
    /** Hosts send and require MigReq. */
    MIG_REQ(RnicKinds::migReq),
    /** Jobs that follow jobs, dead ones too. */
    SECOND_JOBS(SecondJobs::draw),
    /** Members that die, are taken out, and come back with the second job. */
    MEMBERS_RETURN(Returns::draw),
    /** Phases whose first frames are lost before the first switch. */
    FIRST_LOSSES(FirstLosses::draw),
    /** Left-over frames of members that do not send. */
    STALE_FRAMES(StaleFrames::draw),
    /** One switch of a tree alone restarts or is set again. */
    ONE_TIER(OneTier::draw),
    /** Switches whose processes stand still. */
    STANDSTILLS(Standstills::draw),
    /** Groups idle in the kernel until an exchange is over. */
    KERNEL_IDLENESS(KernelIdleness::draw),
    /** Receivers that refuse for good. */
    REFUSALS(Refusals::draw),
    /** Egress queues of switches, with ECN and PFC; not among the defaults. */
    QUEUES(Queues::draw);

    /** Draws of every recorded seed; tests and searches may ask for others. */
    public static final Set<Draw> DEFAULT = Set.copyOf(EnumSet.complementOf(EnumSet.of(QUEUES)));

    private static final long OWN_NUMBERS = 0x6472_6177_5F5F_0001L;

    private final BiFunction<Scenario, Rng, Scenario> change;

    Draw(final BiFunction<Scenario, Rng, Scenario> change) {
        this.change = change;
    }

    /**
     * @param scenario drawn so far
     * @return with this, or the same when the seed says so
     */
    public Scenario apply(final Scenario scenario) {
        final long own = Rng.mix(OWN_NUMBERS + name().hashCode());
        return change.apply(scenario, new Rng(Rng.mix(scenario.seed()) ^ own));
    }
}
