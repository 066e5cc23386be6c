package io.polycast.core.shufflecast;

import io.polycast.core.role.RelayPicture;
import io.polycast.core.shufflecast.spec.RelaySpec;
import io.polycast.core.shufflecast.spec.ShufflecastSettings;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.shuffle.Heartbeat;
import io.polycast.parser.wire.Ethernet;
import org.agrona.concurrent.UnsafeBuffer;

/** One logical node: its splitter, its rules, and the relays that it hears. */
final class Relay {
    final int tor;
    final int splitter;
    final Rules rules;
    final Upstreams upstreams;

    private final UnsafeBuffer frame = new UnsafeBuffer(new byte[Heartbeat.FRAME_LENGTH]);
    private final CounterBlock counters;
    private final ShufflecastTrace trace;
    private int sequence;

    Relay(
            final long mac,
            final RelaySpec spec,
            final ShufflecastSettings settings,
            final CounterBlock counters,
            final ShufflecastTrace trace) {
        this.counters = counters;
        this.trace = trace;
        tor = spec.tor();
        splitter = spec.splitter();
        rules = new Rules(settings.sources().tors());
        upstreams = new Upstreams(spec, settings, counters, trace);
        Ethernet.write(frame, 0, Ethernet.BROADCAST, mac, Heartbeat.ETHER_TYPE);
        if (spec.rules() != null) {
            final String refusal = rules.install(1, spec.rules());
            if (refusal != null) {
                throw new IllegalArgumentException(refusal);
            }
        }
    }

    /** Sends a heartbeat. The port counts the ones that it does not take. */
    void beat(final EgressSink egress) {
        Heartbeat.write(frame, Ethernet.LENGTH, tor, rules.version(), sequence);
        if (egress.offer(splitter, frame, 0, frame.capacity())) {
            counters.count(Tally.SHUFFLECAST_HEARTBEATS_OUT);
            trace.node(ShufflecastEvent.HEARTBEAT_OUT, splitter, tor, sequence, 0);
        }
        sequence++;
    }

    RelayPicture picture(final long nowNs) {
        return new RelayPicture(tor, rules.version(), rules.sources(), upstreams.pictures(nowNs));
    }
}
