package io.polycast.mft.registration;

import io.polycast.mft.registration.kept.RegisteredGroup;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpDetail;
import io.polycast.parser.mrp.MrpNode;
import io.polycast.parser.mrp.MrpRefusal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One revision of one group on this switch. */
final class Round {
    /** Stages of a revision. */
    enum Stage {
        /** Packets are missing. */
        COLLECTING,
        /** Room is kept, and the branches are asked to confirm. */
        PREPARED,
        /** In force here, and the branches are asked to commit. */
        COMMITTED,
        /** Out of force, and the branches are asked to remove it. */
        REMOVING,
        /** Refused here or behind a branch: never in force. */
        REFUSED
    }

    private final SetCollector collector;
    private final List<Branch> branches = new ArrayList<>();
    private final List<Branch> pruned = new ArrayList<>();
    private int revision;
    private Peer upstream;
    private long refreshedNs = Long.MIN_VALUE;
    private Stage stage = Stage.COLLECTING;
    private MemberSet set;
    private GroupSpec spec;
    private MrpRefusal refusal;
    private long heardNs;
    private long ports;

    Round(final int revision, final Peer upstream, final int mostMembers) {
        this.revision = revision;
        this.upstream = upstream;
        collector = new SetCollector(revision, mostMembers);
    }

    int revision() {
        return revision;
    }

    SetCollector collector() {
        return collector;
    }

    /** Branches of the tree. */
    List<Branch> branches() {
        return branches;
    }

    /** Branches of the revision before that this one does not have. */
    List<Branch> pruned() {
        return pruned;
    }

    Peer upstream() {
        return upstream;
    }

    /** The same hop, from which a packet came now. */
    void upstream(final Peer peer) {
        upstream = peer;
    }

    Stage stage() {
        return stage;
    }

    void stage(final Stage newStage) {
        stage = newStage;
    }

    /** Null while packets are missing. */
    MemberSet set() {
        return set;
    }

    GroupSpec spec() {
        return spec;
    }

    /** The set is there and a tree was laid. */
    void prepared(final MemberSet newSet, final TreeStep.Plan plan) {
        set = newSet;
        spec = plan.spec();
        ports = plan.ports();
        branches.addAll(plan.branches());
        stage = Stage.PREPARED;
    }

    /** A revision that an earlier process had in force, with all its branches. */
    static Round restored(final RegisteredGroup group, final long nowNs) {
        final RegisteredGroup.Hop up = group.upstream();
        final Round round =
                new Round(group.revision(), new Peer(up.port(), up.mac(), up.address()), 0);
        final Map<MrpAddress, MrpDetail> details = new LinkedHashMap<>();
        group.details().forEach(detail -> details.put(detail.address(), detail));
        round.set = new MemberSet(group.revision(), group.about(), group.nodes(), details);
        round.spec = group.spec();
        round.ports = 1L << up.port();
        for (final RegisteredGroup.Hop hop : group.branches()) {
            final boolean host = !hop.address().equals(group.address());
            final List<MrpNode> nodes = new ArrayList<>(group.nodes());
            nodes.removeIf(node -> !hop.nodes().contains(node.address()));
            final Branch branch =
                    new Branch(new Peer(hop.port(), hop.mac(), hop.address()), host, nodes);
            branch.answered(Branch.Progress.COMMITTED, List.of());
            round.branches.add(branch);
            round.ports |= 1L << hop.port();
        }
        round.stage = Stage.COMMITTED;
        round.heardNs = nowNs;
        return round;
    }

    /** Picture of this revision, whose set is there, for a process that restarts. */
    RegisteredGroup picture(final MrpAddress address) {
        final List<RegisteredGroup.Hop> hops = new ArrayList<>();
        for (final Branch branch : branches) {
            hops.add(hop(branch.peer(), branch.nodes().stream().map(MrpNode::address).toList()));
        }
        return new RegisteredGroup(
                address,
                revision,
                spec,
                set.group(),
                set.nodes(),
                set.detailList(),
                hop(upstream, List.of()),
                hops);
    }

    private static RegisteredGroup.Hop hop(final Peer peer, final List<MrpAddress> nodes) {
        return new RegisteredGroup.Hop(peer.port(), peer.mac(), peer.address(), nodes);
    }

    /** Takes over the branches of a round that ends, each once. */
    void removal(final Round of, final List<Branch> ending) {
        set = of.set;
        for (final Branch branch : ending) {
            if (branchAt(branch.peer().port(), branch.peer().mac()) == null) {
                branches.add(branch.toRemove(revision));
            }
        }
    }

    /** A removed group is removed again, by a newer revision. */
    void revise(final int newer) {
        revision = newer;
    }

    /** The leader refreshes a group in force: the switches behind are told, once in a while. */
    void refresh(final long nowNs, final RegistrationSettings.Times times) {
        if (stage != Stage.COMMITTED
                || refreshedNs != Long.MIN_VALUE && nowNs - refreshedNs < times.mostRepeatNs()) {
            return;
        }
        refreshedNs = nowNs;
        for (final Branch branch : branches) {
            if (!branch.isHost()) {
                branch.refresh();
            }
        }
    }

    /** Why the revision is refused, in stage REFUSED. */
    MrpRefusal refusal() {
        return refusal;
    }

    void refused(final MrpRefusal reason) {
        refusal = reason;
        stage = Stage.REFUSED;
    }

    long heardNs() {
        return heardNs;
    }

    void heard(final long nowNs) {
        heardNs = nowNs;
    }

    /** Ports of the tree, one bit each. */
    long ports() {
        return ports;
    }

    /** The branch that a packet came from, or null. */
    Branch branchAt(final int port, final long mac) {
        return find(branches, port, mac);
    }

    Branch prunedAt(final int port, final long mac) {
        return find(pruned, port, mac);
    }

    private static Branch find(final List<Branch> list, final int port, final long mac) {
        for (final Branch branch : list) {
            if (branch.peer().is(port, mac)) {
                return branch;
            }
        }
        return null;
    }

    /** Whether no branch is asked any more in this stage. */
    boolean isDone() {
        return unfinished(pruned, Branch.Progress.REMOVED).isEmpty() && missing().isEmpty();
    }

    /** Progress that this stage wants of its branches. */
    Branch.Progress goal() {
        switch (stage) {
            case COMMITTED:
                return Branch.Progress.COMMITTED;
            case REMOVING, REFUSED:
                return Branch.Progress.REMOVED;
            default:
                return Branch.Progress.CONFIRMED;
        }
    }

    /** Nodes of branches, pruned ones included, that have not done what the stage wants. */
    List<MrpNode> missing() {
        final List<MrpNode> missing = new ArrayList<>(unfinished(branches, goal()));
        missing.addAll(unfinished(pruned, Branch.Progress.REMOVED));
        return missing;
    }

    /** Whether more nodes have not done it than {@link #missing} names. */
    boolean hasMore() {
        return branches.stream().anyMatch(each -> isUnfinished(each, goal()) && each.hasMore());
    }

    private static boolean isUnfinished(final Branch branch, final Branch.Progress goal) {
        return branch.progress().compareTo(goal) < 0;
    }

    private static List<MrpNode> unfinished(final List<Branch> list, final Branch.Progress goal) {
        final List<MrpNode> missing = new ArrayList<>();
        for (final Branch branch : list) {
            if (isUnfinished(branch, goal)) {
                missing.addAll(branch.missing());
            }
        }
        return missing;
    }
}
