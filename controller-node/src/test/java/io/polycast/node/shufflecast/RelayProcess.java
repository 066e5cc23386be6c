package io.polycast.node.shufflecast;

import io.polycast.core.SwitchCore;
import io.polycast.core.role.RelayPicture;
import io.polycast.core.role.RuleSet;
import io.polycast.core.shufflecast.ShufflecastRole;
import io.polycast.core.shufflecast.spec.RelaySpec;
import io.polycast.core.shufflecast.spec.ShufflecastGroup;
import io.polycast.core.shufflecast.spec.ShufflecastSettings;
import io.polycast.core.shufflecast.spec.SourceRange;
import io.polycast.dataplane.remote.LinkException;
import io.polycast.dataplane.remote.LinkLine;
import io.polycast.dataplane.schema.shufflecast.link.ControlSays;
import io.polycast.dataplane.schema.shufflecast.link.RelayLinkCodec;
import io.polycast.dataplane.schema.shufflecast.link.RelaySays;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.parser.contract.Copy;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import io.polycast.topology.shuffle.ShuffleShape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A ToR in virtual time: the real role, and the relay's end of the link without sockets. */
final class RelayProcess implements EgressSink {
    static final int GROUP = 0xEF01_0101;
    static final int BASE = 0x0A10_0000;
    static final long BEAT_NS = 1_000_000;
    static final int MISSED = 3;
    static final int SENDER = 0;
    static final int MEMBER = 1;
    static final int SPLITTER = 2;
    static final int FIRST_IN = 3;

    final int tor;
    final boolean[] cable;
    boolean transmits = true;

    /** Whether a process runs; its rules are lost when it ends. */
    boolean alive = true;

    /** Number of the connection, or 0. */
    long peer;

    /** Frames that left by the splitter, and those that left for the member. */
    final List<byte[]> split = new ArrayList<>();

    int delivered;

    private final ShuffleShape shape;
    private final Map<Long, Boolean> told = new HashMap<>();
    private ShufflecastRole role;
    private SwitchCore core;

    RelayProcess(final ShuffleShape shape, final int tor) {
        this.shape = shape;
        this.tor = tor;
        cable = new boolean[shape.p()];
        java.util.Arrays.fill(cable, true);
        start();
    }

    /** A new process without rules. */
    void start() {
        alive = true;
        final List<Integer> in = new ArrayList<>();
        final List<Integer> upstreams = new ArrayList<>();
        for (int partition = 0; partition < shape.p(); partition++) {
            in.add(FIRST_IN + partition);
            upstreams.add(shape.mirror(shape.feeder(tor), partition));
        }
        final CounterBlock counters =
                new CounterBlock(new UnsafeBuffer(new byte[CounterBlock.LENGTH]), 0);
        final int ports = FIRST_IN + shape.p();
        role =
                new ShufflecastRole(
                        0x0200_0000_0001L + tor,
                        ports,
                        2,
                        new ShufflecastSettings(
                                List.of(new RelaySpec(tor, SPLITTER, in, upstreams, null)),
                                new SourceRange(BASE, 24, shape.nodes()),
                                BEAT_NS,
                                MISSED),
                        counters);
        core = new SwitchCore(ports, role, counters);
        try {
            role.startGroup(0, new ShufflecastGroup(GROUP, 1L << SENDER | 1L << MEMBER));
        } catch (final GroupRefusedException e) {
            throw new AssertionError(e);
        }
    }

    void receive(final long nowNs, final int port, final byte[] frame) {
        core.onFrame(nowNs, port, new UnsafeBuffer(frame.clone()), 0, frame.length, this);
    }

    void tick(final long nowNs) {
        core.onTick(nowNs, this);
    }

    String hello(final long nowNs, final String token) {
        told.clear();
        final RelayPicture picture = role.relays(nowNs).get(0);
        return RelayLinkCodec.write(
                new RelaySays.Hello(
                        1,
                        "tor" + tor,
                        token,
                        shape.p(),
                        shape.k(),
                        List.of(
                                new RelaySays.NodeRules(
                                        tor, (int) picture.version(), picture.sources()))));
    }

    /** Lines about relays that have fallen silent or are heard again. */
    List<String> reports(final long nowNs) {
        final List<String> lines = new ArrayList<>();
        for (final RelayPicture.Heard each : role.relays(nowNs).get(0).heard()) {
            final Boolean before = told.put((long) each.tor(), each.alive());
            if (before == null || before != each.alive()) {
                lines.add(RelayLinkCodec.write(new RelaySays.Heard(tor, each.tor(), each.alive())));
            }
        }
        return lines;
    }

    /** Takes a line of the control; the answer, or null. */
    String onLine(final long nowNs, final String line) {
        final ControlSays message;
        try {
            message = RelayLinkCodec.readControl(LinkLine.parse(line));
        } catch (final LinkException e) {
            throw new AssertionError(e);
        }
        if (message instanceof ControlSays.Rules rules) {
            final String refusal =
                    role.install(nowNs, new RuleSet(tor, rules.version(), rules.sources()));
            if (refusal != null) {
                throw new AssertionError(refusal);
            }
            return RelayLinkCodec.write(new RelaySays.RulesHold(tor, rules.version()));
        }
        if (message instanceof ControlSays.Refused refused) {
            throw new AssertionError(refused.text());
        }
        return null;
    }

    @Override
    public int room(final int egressPort) {
        return Integer.MAX_VALUE;
    }

    @Override
    public boolean offer(
            final int egressPort, final DirectBuffer frame, final int offset, final int length) {
        if (egressPort == SPLITTER) {
            final byte[] bytes = new byte[length];
            frame.getBytes(offset, bytes);
            split.add(bytes);
        } else if (egressPort == MEMBER) {
            delivered++;
        }
        return true;
    }

    @Override
    public boolean offerCopy(
            final int egressPort, final Copy copy, final int headerOffset, final int icrc) {
        throw new AssertionError("frames leave as they are");
    }
}
