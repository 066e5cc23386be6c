package io.polycast.perf.surrogate;

import io.polycast.voq.Control;
import io.polycast.voq.PayloadOwner;
import io.polycast.voq.Refusal;
import io.polycast.voq.egress.EgressPort;
import io.polycast.voq.egress.EgressSettings;
import io.polycast.voq.ingress.IngressPort;
import io.polycast.voq.ingress.IngressSettings;
import io.polycast.voq.lane.Lanes;
import io.polycast.voq.replicate.Mcbc;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One frame of 1,522 bytes from its arrival at a port to the ACKs of all its copies: headers, requests,
 * grants, departures, arrivals, ACKs.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 100, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 100, timeUnit = TimeUnit.MILLISECONDS)
public class VoqBench implements PayloadOwner {
    private static final int UNITS = 6;

    /** Time of a frame of 1,522 bytes at 100 Gb/s. */
    private static final long STEP_PS = 121_760;

    /** Copies of the frame, each to an egress of its own. */
    @Param("8")
    public int copies;

    private IngressPort ingress;
    private EgressPort[] egresses;
    private long now;
    private long frames;
    private long released;

    /** A terminal port and its egresses, with the constants of the paper. */
    @Setup
    public void setup() {
        final Lanes lanes = new Lanes(1, 1, 0);
        final Mcbc mcbc = new Mcbc(1);
        final int[] legs = new int[copies];
        egresses = new EgressPort[copies];
        for (int i = 0; i < copies; i++) {
            legs[i] = Mcbc.leg(i, true);
            egresses[i] = new EgressPort(1, 1, EgressSettings.terminal());
        }
        mcbc.set(0, legs, copies);
        ingress = new IngressPort(lanes, copies, mcbc, IngressSettings.terminal(lanes, 1), this);
    }

    /**
     * @return payloads released so far
     */
    @Benchmark
    public long voq_hop() {
        now += STEP_PS;
        frames++;
        ingress.arrive(0, 0, UNITS, frames);
        while (ingress.expand(now) == Refusal.OK) {
            continue;
        }
        for (long m = ingress.pollRequest(now); m != Control.NONE; m = ingress.pollRequest(now)) {
            final int voq = Control.voq(m);
            egresses[voq].onRequest(0, Control.sequence(m), Control.units(m));
            ingress.onGrant(now, voq, Control.sequence(egresses[voq].pollGrant()));
        }
        int voq = ingress.pick(IngressPort.HITS);
        while (voq != IngressPort.NONE) {
            final int sequence = IngressPort.sequence(ingress.begin(now, voq));
            ingress.finish(voq);
            egresses[voq].onData(now, 0, sequence, UNITS);
            egresses[voq].release(0, UNITS);
            final long ack = egresses[voq].pollAck(now);
            if (ack != Control.NONE) {
                ingress.onAck(now, voq, Control.sequence(ack));
            }
            voq = ingress.pick(IngressPort.HITS);
        }
        ingress.onTick(now);
        return released;
    }

    @Override
    public void onCopyEnded(final long handle, final int voq, final int how) {
        if (how != Refusal.OK) {
            throw new IllegalStateException(Refusal.of(how).label());
        }
    }

    @Override
    public void onReleased(final long handle, final int units) {
        released++;
    }

    /** Every frame is released, but for those that wait for the ACK of a fourth. */
    @TearDown
    public void check() {
        if (frames == 0 || frames - released > 4) {
            throw new IllegalStateException("frames=" + frames + " released=" + released);
        }
    }
}
