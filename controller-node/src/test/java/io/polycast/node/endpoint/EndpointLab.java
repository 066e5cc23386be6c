package io.polycast.node.endpoint;

import io.polycast.core.SwitchCore;
import io.polycast.core.cepheus.CepheusRole;
import io.polycast.core.cepheus.CepheusSettings;
import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.spec.GroupPolicy;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.McstPrefix;
import io.polycast.mft.spec.PathSpec;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.contract.Copy;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.icrc.Icrc;
import io.polycast.parser.psn.Psn;
import io.polycast.parser.wire.Ipv4;
import io.polycast.xdp.memory.MemoryPort;
import io.polycast.xdp.port.FrameCopy;
import io.polycast.xdp.port.FrameMemory;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A switch with a host at each port, one thread and a clock of its own. Some frames are lost on the way. */
final class EndpointLab implements EgressSink {
    static final String GROUP_IP = "10.255.0.1";
    static final int INITIAL_PSN = 0xFF_FFF0;
    private static final int PORTS = 6;
    private static final int RING = 256;
    private static final long TURN_NS = 20_000;
    private static final long SWITCH_MAC = 0x0200_0000_00FEL;
    private static final long FIRST_MAC = 0x0200_0000_0001L;

    final List<LabHost> hosts = new ArrayList<>();
    final List<String> notes = new ArrayList<>();
    final LabAgents agents = new LabAgents(this);
    private final CounterBlock counters =
            new CounterBlock(new UnsafeBuffer(new byte[CounterBlock.LENGTH]), 0);
    private final SwitchCore core;
    private final UnsafeBuffer in = new UnsafeBuffer(new byte[8192]);
    private final UnsafeBuffer out = new UnsafeBuffer(new byte[8192]);
    private final FrameInfo info = new FrameInfo();
    private final Icrc icrc = new Icrc();

    /** Each frame of this number is lost; 0 loses none. */
    int loseEach;

    /** Port from and to which nothing passes, or -1. */
    int dead = -1;

    /** Whether the source's SHA-256 is another file's when it arrives at the switch. */
    boolean wrongHash;

    /** PSN from which the source may post nothing, or -1. */
    int forbiddenFrom = -1;

    private long frames;
    long nowNs;

    EndpointLab() {
        final CepheusSettings settings =
                CepheusSettings.of(SWITCH_MAC, PORTS)
                        .withPrefix(new McstPrefix(Ipv4.parse("10.255.0.0"), 16));
        final UnsafeBuffer feedback =
                new UnsafeBuffer(
                        new byte[FeedbackLayout.length(settings.maxGroups(), settings.maxPaths())]);
        core = new SwitchCore(PORTS, new CepheusRole(settings, feedback, counters), counters);
    }

    /** A host whose endpoint asks for its address at once. */
    LabHost host(final EndpointSettings settings, final Transfer transfer) {
        final int port = hosts.size();
        final FrameMemory memory = new FrameMemory(4096, 2 * RING, 2 * RING);
        final MemoryPort device = new MemoryPort(0, "h" + port, memory, RING);
        final Wire wire = new Wire(device, memory, FIRST_MAC + port, ip(port), () -> {});
        final LabHost host = new LabHost(port, device);
        host.session =
                new Session(
                        settings,
                        0x100 + port,
                        transfer,
                        address -> wire,
                        line -> agents.onLine(host, line),
                        notes::add);
        hosts.add(host);
        host.session.start(nowNs);
        return host;
    }

    static String ip(final int port) {
        return "10.0.0." + (1 + port);
    }

    PathSpec path(final int port, final int qpn, final int firstPsn) {
        return new PathSpec(
                port,
                PathSpec.ANY_VLAN,
                new byte[] {10, 0, 0, (byte) (1 + port)},
                FIRST_MAC + port,
                qpn,
                null,
                firstPsn);
    }

    /** As a registration does: the epoch stays, so that members keep what they acknowledged. */
    void install(final List<PathSpec> paths) {
        try {
            core.role()
                    .setGroup(
                            nowNs,
                            new GroupSpec(
                                    Ipv4.parse(GROUP_IP),
                                    0,
                                    INITIAL_PSN,
                                    false,
                                    GroupPolicy.WAIT,
                                    7,
                                    paths),
                            this);
        } catch (final GroupRefusedException e) {
            throw new AssertionError(e);
        }
    }

    /** One turn of everybody. */
    void turn() throws EndpointException {
        nowNs += TURN_NS;
        for (final LabHost host : hosts) {
            if (!host.gone) {
                host.work(nowNs);
            }
            host.device.drain((buffer, offset, length) -> pass(host, buffer, offset, length), RING);
        }
        core.onTick(nowNs, this);
    }

    private void pass(
            final LabHost host, final DirectBuffer buffer, final int offset, final int length) {
        if (isLost(host.port)) {
            return;
        }
        in.putBytes(0, buffer, offset, length);
        Classifier.classify(in, 0, length, info);
        if (info.kind == FrameKind.ROCE_DATA
                && forbiddenFrom >= 0
                && !Psn.isBefore(info.psn, forbiddenFrom)) {
            throw new AssertionError("PSN " + info.psn + " was posted before the commit");
        }
        if (wrongHash && info.kind == FrameKind.ROCE_DATA && isEnd()) {
            in.putByte(
                    info.payloadOffset + Piece.LENGTH,
                    (byte) ~in.getByte(info.payloadOffset + Piece.LENGTH));
            Icrc.store(in, info.icrcOffset, icrc.compute(in, info));
        }
        core.onFrame(nowNs, host.port, in, 0, length, this);
    }

    private boolean isEnd() {
        return info.payloadLength == Piece.LENGTH + Piece.HASH
                && Piece.isOne(in, info.payloadOffset)
                && Piece.kind(in, info.payloadOffset) == Piece.END;
    }

    private boolean isLost(final int port) {
        return port == dead || loseEach > 0 && ++frames % loseEach == 0;
    }

    @Override
    public int room(final int egressPort) {
        return RING;
    }

    @Override
    public boolean offer(
            final int egressPort, final DirectBuffer frame, final int offset, final int length) {
        if (egressPort < hosts.size() && !isLost(egressPort)) {
            hosts.get(egressPort).device.inject(frame, offset, length);
        }
        return true;
    }

    @Override
    public boolean offerCopy(
            final int egressPort, final Copy copy, final int headerOffset, final int icrc) {
        return offer(egressPort, out, 0, FrameCopy.gather(out, 0, copy, headerOffset, icrc));
    }
}
