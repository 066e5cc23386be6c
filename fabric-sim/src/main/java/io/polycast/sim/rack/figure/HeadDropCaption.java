package io.polycast.sim.rack.figure;

import io.polycast.sim.figure.Curve;
import io.polycast.sim.figure.FigureResult;
import io.polycast.sim.figure.Panel;
import io.polycast.sim.figure.Statement;
import io.polycast.sim.rack.run.RackResult;
import io.polycast.sim.rack.scenario.RackScenario;
import io.polycast.voq.Control;
import io.polycast.voq.FabricDefaults;
import io.polycast.voq.PayloadOwner;
import io.polycast.voq.Refusal;
import io.polycast.voq.ingress.IngressPort;
import io.polycast.voq.ingress.IngressSettings;
import io.polycast.voq.ingress.LegSettings;
import io.polycast.voq.ingress.VoqDrop;
import io.polycast.voq.lane.Lanes;
import io.polycast.voq.pool.HeaderSettings;
import io.polycast.voq.pool.PayloadSettings;
import io.polycast.voq.replicate.HeaderOrder;
import io.polycast.voq.replicate.Mcbc;
import io.polycast.voq.sync.SyncSettings;
import java.util.ArrayList;
import java.util.List;

/**
 * Figure 7 with the numbers of its caption: VOQ 1 is 19 frames ahead of VOQ 2 and suspended, the
 * backlogs are 231 and 250, and frame 270 arrives. Drop from head releases VOQ 1; tail drop does not.
 */
final class HeadDropCaption implements Figure {
    private static final String PANEL = "7";
    private static final int BLOCK = 18;
    private static final int FRAMES = 269;
    private static final int SENT_BY_SLOW = 19;
    private static final int SENT_BY_FAST = 38;
    private static final int FULL = 250;

    private static final PayloadOwner NOBODY =
            new PayloadOwner() {
                @Override
                public void onCopyEnded(final long handle, final int voq, final int how) {
                    // The figure looks at the VOQs alone.
                }

                @Override
                public void onReleased(final long handle, final int units) {
                    // As above.
                }
            };

    @Override
    public String name() {
        return PANEL;
    }

    @Override
    public List<String> panels() {
        return List.of(PANEL);
    }

    @Override
    public List<RackScenario> scenarios(final Scale scale) {
        return List.of();
    }

    @Override
    public FigureResult result(final Scale scale, final List<RackResult> runs) {
        final int[] tail = aheadAfterArrival(VoqDrop.TAIL, BLOCK);
        final int[] head = aheadAfterArrival(VoqDrop.HEAD, BLOCK);
        final double[] x = {0, 1};
        final List<Curve> curves =
                List.of(
                        new Curve("tail drop", x, new double[] {tail[0], tail[1]}),
                        new Curve("drop from head", x, new double[] {head[0], head[1]}));
        return new FigureResult(
                List.of(
                        new Panel(
                                PANEL,
                                "Frame 270 arrives",
                                "Before and after",
                                "Packets ahead of VOQ 1",
                                curves)),
                statements(tail, head));
    }

    static List<Statement> statements(final int[] tail, final int[] head) {
        return List.of(
                Statement.shape(
                        PANEL,
                        "before: ahead, suspended, backlogs of VOQ 1 and 2",
                        text(head[0], head[2], head[4], head[5]),
                        "19 1 231 250",
                        head[0] == BLOCK + 1
                                && head[2] == 1
                                && head[4] == FRAMES - SENT_BY_FAST
                                && head[5] == FULL),
                Statement.shape(
                        PANEL,
                        "tail drop leaves VOQ 1 suspended: ahead, suspended",
                        text(tail[1], tail[3]),
                        "19 1",
                        tail[1] == BLOCK + 1 && tail[3] == 1),
                Statement.shape(
                        PANEL,
                        "drop from head resumes VOQ 1: ahead, suspended",
                        text(head[1], head[3]),
                        "18 0",
                        head[1] == BLOCK && head[3] == 0));
    }

    private static String text(final int... values) {
        final List<String> all = new ArrayList<>();
        for (final int value : values) {
            all.add(Integer.toString(value));
        }
        return String.join(" ", all);
    }

    /**
     * @param drop policy of the VOQs
     * @param block threshold of the synchronisation
     * @return packets ahead before and after, suspended before and after, backlogs before
     */
    static int[] aheadAfterArrival(final VoqDrop drop, final int block) {
        final Lanes lanes = new Lanes(1, 1, 0);
        final Mcbc mcbc = new Mcbc(1);
        mcbc.set(0, new int[] {Mcbc.leg(0, true), Mcbc.leg(1, true)}, 2);
        final IngressSettings settings =
                new IngressSettings(
                        new PayloadSettings(2 * FRAMES, 0, 1, 0),
                        new HeaderSettings(4 * FRAMES, 1, 4 * FRAMES, 4 * FRAMES, 0),
                        HeaderOrder.FIXED,
                        drop,
                        FULL,
                        new SyncSettings(FabricDefaults.SYNC_ENTRIES, block, block, Long.MAX_VALUE),
                        LegSettings.table(),
                        1);
        final IngressPort port = new IngressPort(lanes, 2, mcbc, settings, NOBODY);
        // VOQ 2 is never longer than the threshold: both send first, then the fast one alone.
        int sent = 0;
        for (int frame = 1; frame <= FRAMES; frame++) {
            arrive(port, frame);
            if (frame <= SENT_BY_SLOW) {
                send(port, 0);
                send(port, 1);
                sent++;
            }
        }
        while (sent < SENT_BY_FAST) {
            send(port, 0);
            sent++;
        }
        final int[] found = new int[6];
        found[0] = port.view().ahead(0);
        found[2] = port.view().isSuspended(0) ? 1 : 0;
        found[4] = port.view().backlog(0);
        found[5] = port.view().backlog(1);
        arrive(port, FRAMES + 1);
        found[1] = port.view().ahead(0);
        found[3] = port.view().isSuspended(0) ? 1 : 0;
        return found;
    }

    private static void arrive(final IngressPort port, final int frame) {
        port.arrive(0, 0, 1, frame);
        while (port.expand(0) != Refusal.NONE) {
            continue;
        }
    }

    /** Asks, is granted, sends and is acknowledged at once. */
    private static void send(final IngressPort port, final int voq) {
        long request = port.pollRequest(0);
        while (request != Control.NONE) {
            port.onGrant(0, Control.voq(request), Control.sequence(request));
            request = port.pollRequest(0);
        }
        final long departure = port.begin(0, voq);
        if (departure >= 0) {
            port.finish(voq);
            port.onAck(0, voq, IngressPort.sequence(departure));
        }
    }
}
