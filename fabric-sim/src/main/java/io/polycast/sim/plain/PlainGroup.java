package io.polycast.sim.plain;

import io.polycast.endhost.qp.QueuePair;
import io.polycast.mft.spec.MemorySpec;
import io.polycast.sim.net.Addresses;
import io.polycast.sim.net.GroupJob;
import io.polycast.sim.net.HostSettings;
import io.polycast.sim.net.Network;
import io.polycast.sim.scenario.GroupPlan;
import io.polycast.sim.scenario.Phase;
import java.util.ArrayList;
import java.util.List;

/** A group whose members send phase after phase; nothing that they receive is looked at. */
final class PlainGroup implements GroupJob {
    private static final int RKEY = 0xA0_0000;
    private static final long MEMORY = 1L << 31;

    private final Network network;
    private final GroupPlan plan;
    private final int index;
    private final List<PlainMember> members = new ArrayList<>();
    private int phase = -1;
    private int posted;
    private int completed;
    private int phaseFirst;
    private long endNs;

    PlainGroup(final Network network, final HostSettings settings, final int index) {
        this.network = network;
        this.index = index;
        plan = network.scenario().groups().get(index);
        for (int member = 0; member < plan.hosts().size(); member++) {
            final int host = plan.hosts().get(member);
            final QueuePair qp =
                    new QueuePair(
                            settings.of(index, host, Addresses.qpn(index), plan.first().psn())
                                    .virtualPayload(true)
                                    .build());
            final PlainMember added = new PlainMember(this, network.frames(), qp);
            qp.registerMemory(RKEY + member, va(member), MEMORY, added);
            members.add(added);
            network.hosts()[host].add(added);
        }
    }

    private static long va(final int member) {
        return 0x7F00_0000_0000L + ((long) member << 32);
    }

    void start() {
        network.after(0, this::next);
    }

    /** Begins the next phase, or ends. */
    private void next() {
        final PlainMember before = phase < 0 ? null : source();
        phaseFirst += phase < 0 ? 0 : plan.phases().get(phase).messages();
        phase++;
        posted = 0;
        completed = 0;
        if (isDone()) {
            endNs = network.nowNs();
            return;
        }
        if (before != null && before != source()) {
            before.active().becomeReceiver();
            source().active().becomeSource();
        }
        post();
        network.hosts()[plan.hosts().get(phaseOf().source())].pump(network.nowNs());
    }

    private Phase phaseOf() {
        return plan.phases().get(phase);
    }

    private PlainMember source() {
        return members.get(phaseOf().source());
    }

    private void post() {
        final QueuePair qp = source().active();
        while (posted < phaseOf().messages()
                && source().post(plan.operation(), plan.bytes(phaseFirst + posted), posted)) {
            posted++;
        }
        if (qp.failed()) {
            throw new IllegalStateException("group " + index + ": its source has failed");
        }
    }

    /** The source's requests have completed. */
    void onCompleted(final int requests) {
        completed += requests;
        if (completed == phaseOf().messages()) {
            network.after(network.nowNs(), this::next);
        } else {
            post();
        }
    }

    boolean isDone() {
        return phase == plan.phases().size();
    }

    long endNs() {
        return endNs;
    }

    long delivered() {
        return members.stream().mapToLong(PlainMember::delivered).sum();
    }

    @Override
    public int qpn(final int member) {
        return Addresses.qpn(index);
    }

    @Override
    public MemorySpec memory(final int member) {
        return new MemorySpec(va(member), RKEY + member, MEMORY);
    }

    @Override
    public int announcedPsn() {
        return plan.first().announced() ? plan.first().psn() : -1;
    }

    @Override
    public long epoch() {
        return plan.first().epoch();
    }
}
