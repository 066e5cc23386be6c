package io.polycast.sim.witness;

import io.polycast.core.cepheus.CepheusRole;
import io.polycast.core.cepheus.CepheusSettings;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.Tally;
import io.polycast.sim.group.GroupState;
import io.polycast.sim.net.Network;
import io.polycast.sim.net.SwitchWatch;
import java.util.List;
import org.agrona.DirectBuffer;

/** All checks of one switch: its accounts and its frames. */
public final class SwitchChecks implements SwitchWatch {
    private final Network network;
    private final CounterBlock counters;
    private final FrameTally tally;
    private final SwitchWitness witness;
    private int group;
    private long evictions;
    private long sourceSwitches;
    private long begunAnew;

    /**
     * @param network that the switch is in
     * @param groups of the run, filled later
     * @param node of the switch
     * @param settings of the switch
     * @param counters of the switch
     * @param behind by group bits of the members behind each port, null where the tree does not pass
     */
    public SwitchChecks(
            final Network network,
            final List<GroupState> groups,
            final int node,
            final CepheusSettings settings,
            final CounterBlock counters,
            final long[][] behind) {
        this.network = network;
        this.counters = counters;
        tally = new FrameTally(counters, node);
        witness = new SwitchWitness(network, groups, node, settings, behind);
    }

    @Override
    public void onStop() {
        witness.onStop();
    }

    @Override
    public void onStart(final boolean keepState) {
        witness.onStart(keepState);
    }

    @Override
    public void onSetting(final int set) {
        witness.onSetting(set);
    }

    @Override
    public void onSet(final int set, final boolean anew) {
        witness.onSet(set);
        if (anew) {
            witness.onAnew(set);
        }
    }

    @Override
    public void onUnset(final int gone) {
        witness.onUnset(gone);
    }

    @Override
    public void onJob(final int renewed) {
        witness.onJob(renewed);
    }

    @Override
    public void onKernelData(final FrameInfo info, final int steps, final int stepPsn) {
        witness.onKernelData(info, steps, stepPsn);
    }

    @Override
    public void onFrame(final int port, final int chunk, final FrameInfo info) {
        group = witness.groupOf(info);
        if (group >= 0) {
            witness.onFrame(group, port, info, network.frames().isTainted(chunk));
        }
    }

    @Override
    public void onEnded(
            final int port,
            final int chunk,
            final FrameInfo info,
            final int ending,
            final CepheusRole role) {
        tally.onFrame(ending);
        final long switches = counters.get(Tally.SOURCE_SWITCHES);
        if (switches != sourceSwitches) {
            sourceSwitches = switches;
            witness.onSourceSwitch(group, port, info, chunk);
        }
        final long anew = counters.get(Tally.GROUPS_ANEW);
        if (anew != begunAnew) {
            begunAnew = anew;
            witness.onAnew(group);
        }
        if (group >= 0) {
            witness.onEnded(group, port, info, ending, role);
        }
    }

    @Override
    public void onDiscarded(final int ending) {
        tally.onFrame(ending);
    }

    @Override
    public void onTick(final CepheusRole role) {
        final long evicted = counters.get(Tally.MEMBERS_EVICTED);
        if (evicted != evictions) {
            evictions = evicted;
            witness.onEvictions(role);
        }
    }

    @Override
    public boolean onAuthored(
            final int port, final DirectBuffer frame, final int offset, final int length) {
        return witness.onAuthored(port, frame, offset, length);
    }

    @Override
    public void onAuthoredOffered(final boolean taken) {
        tally.onAuthored(taken);
    }

    @Override
    public void onCopyOffered(final boolean taken) {
        tally.onCopy(taken);
    }

    @Override
    public void onEnd() {
        tally.checkAll();
    }

    @Override
    public void onKernelLeft(final long frames, final long copies) {
        tally.checkKernel(frames, copies);
    }
}
