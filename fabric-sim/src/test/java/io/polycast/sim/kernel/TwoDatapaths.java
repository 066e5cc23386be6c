package io.polycast.sim.kernel;

import io.polycast.core.SwitchCore;
import io.polycast.core.cepheus.CepheusRole;
import io.polycast.core.cepheus.CepheusSettings;
import io.polycast.core.cepheus.CepheusSettings.ExchangeSettings;
import io.polycast.core.cepheus.view.GroupView;
import io.polycast.core.cepheus.view.PathView;
import io.polycast.core.offload.OffloadSettings;
import io.polycast.core.role.GroupDatapath;
import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.Copy;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.icrc.Icrc;
import io.polycast.parser.kernel.KernelGroup;
import io.polycast.parser.kernel.KernelRow;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** One switch, with or without the model of the kernel in front; what leaves is kept. */
final class TwoDatapaths implements EgressSink {
    static final long SWITCH_MAC = 0x0200_0000_00FEL;
    static final int PORTS = 5;
    static final ExchangeSettings EXCHANGE = ExchangeSettings.DEFAULT;

    /** Never forced: what is outstanding then is what the two may differ in. */
    private static final OffloadSettings MOVES =
            new OffloadSettings(0, 1L << 50, 0, 20_000, 80_000, 1, 1L << 50);

    final CounterBlock counters =
            new CounterBlock(new UnsafeBuffer(new byte[CounterBlock.LENGTH]), 0);
    private final KernelModel kernel;
    private final KernelRewrite rewrite = new KernelRewrite(SWITCH_MAC);
    private final CepheusRole role;
    private final SwitchCore core;
    private final FrameInfo info = new FrameInfo();
    private final List<String> out = new ArrayList<>();
    private final int mcstId;
    long kernelFrames;

    TwoDatapaths(final boolean withKernel, final int mcstId) {
        this.mcstId = mcstId;
        final CepheusSettings settings = CepheusSettings.of(SWITCH_MAC, PORTS);
        kernel =
                withKernel
                        ? new KernelModel(PORTS, 4, false, EXCHANGE.kernelPauseNs(), this::copy)
                        : null;
        role =
                new CepheusRole(
                        settings,
                        new UnsafeBuffer(
                                new byte
                                        [FeedbackLayout.length(
                                                settings.maxGroups(), settings.maxPaths())]),
                        counters,
                        kernel,
                        MOVES,
                        null);
        core = new SwitchCore(PORTS, role, counters);
    }

    void set(final long nowNs, final GroupSpec spec) {
        try {
            role.setGroup(nowNs, spec, this);
        } catch (final GroupRefusedException e) {
            throw new AssertionError(e);
        }
    }

    /** A frame comes in; returns what left because of it. */
    List<String> take(final long nowNs, final int port, final byte[] bytes) {
        out.clear();
        final UnsafeBuffer frame = new UnsafeBuffer(bytes.clone());
        Classifier.classify(frame, 0, bytes.length, info);
        if (kernel != null && kernel.take(nowNs, port, frame, info)) {
            kernelFrames++;
        } else {
            core.onFrame(nowNs, port, frame, 0, bytes.length, this);
        }
        tick(nowNs);
        return List.copyOf(out);
    }

    /** The switch runs at this time; returns when it wants to at the latest. */
    long tick(final long nowNs) {
        if (kernel != null) {
            kernel.beat(nowNs);
        }
        return core.onTick(nowNs, this);
    }

    /** What people see of the group's feedback. */
    String state() {
        final GroupView view = role.group(mcstId);
        final StringBuilder text = new StringBuilder();
        text.append(view.progress().sourcePath()).append(' ').append(view.progress().aggAckPsn());
        text.append(' ')
                .append(view.progress().highestPsn())
                .append(' ')
                .append(view.progress().mePsn());
        for (final PathView path : view.paths()) {
            text.append(' ').append(path.state()).append(path.ackPsn());
            text.append('/').append(path.waitingNak());
        }
        return text.toString();
    }

    /** The bound on feedback, or 0 when there is none yet. */
    int highest() {
        return Math.max(0, role.group(mcstId).progress().highestPsn());
    }

    boolean isInKernel() {
        return role.group(mcstId).datapath() == GroupDatapath.KERNEL;
    }

    /** Copies by either datapath. */
    long copies() {
        return counters.get(Tally.COPIES_OUT) + counters.get(Tally.KERNEL_COPIES);
    }

    /** Copies left out by either datapath. */
    long filtered() {
        return counters.get(Tally.COPIES_FILTERED) + counters.get(Tally.KERNEL_FILTERED);
    }

    private void copy(
            final KernelGroup group,
            final KernelRow row,
            final DirectBuffer frame,
            final FrameInfo frameInfo) {
        final UnsafeBuffer copy = new UnsafeBuffer(new byte[frameInfo.frameLength]);
        rewrite.write(group, row, frame, frameInfo, copy, 0);
        keep(row.port(), copy.byteArray());
    }

    private void keep(final int port, final byte[] bytes) {
        out.add(port + " " + HexFormat.of().formatHex(bytes));
    }

    @Override
    public int room(final int egressPort) {
        return Integer.MAX_VALUE;
    }

    @Override
    public boolean offer(
            final int egressPort, final DirectBuffer frame, final int offset, final int length) {
        final byte[] bytes = new byte[length];
        frame.getBytes(offset, bytes);
        keep(egressPort, bytes);
        return true;
    }

    @Override
    public boolean offerCopy(
            final int egressPort, final Copy copy, final int headerOffset, final int icrc) {
        final UnsafeBuffer whole = new UnsafeBuffer(new byte[copy.length()]);
        whole.putBytes(0, copy.header, headerOffset, copy.headerLength);
        whole.putBytes(copy.headerLength, copy.tail, copy.tailOffset, copy.tailLength);
        Icrc.store(whole, copy.headerLength + copy.icrcIndex, icrc);
        keep(egressPort, whole.byteArray());
        return true;
    }
}
