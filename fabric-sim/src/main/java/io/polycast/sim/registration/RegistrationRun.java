package io.polycast.sim.registration;

import io.polycast.parser.mrp.MrpReason;
import io.polycast.sim.check.Invariant;
import io.polycast.sim.check.InvariantViolation;
import io.polycast.sim.time.Rng;
import io.polycast.topology.Topologies;
import io.polycast.topology.Topology;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * One seed: a network, leaders whose groups come and go, and faults. Changes overlap, are overtaken and refused; frames are
 * lost, repeated and reordered; switches restart with and without their files.
 */
public final class RegistrationRun {
    private static final long AGE_NS = 300_000 * Fabric.MS;
    private static final long BOUND_NS = 120_000 * Fabric.MS;
    private static final long QUIET_NS = 5_000 * Fabric.MS;
    private static final int REPAIRS = 3;
    private static final int FIRST_FILLING = 100;

    private final Rng rng;
    private final Wire wire;
    private final RegisteringSwitch.Room room;
    private final CoreFabric fabric;
    private final List<Led> groups = new ArrayList<>();
    private final RegistrationWitness witness;
    private int changes;
    private int refusals;

    private RegistrationRun(final long seed) {
        rng = new Rng(seed);
        final boolean faulty = rng.percent(90);
        wire =
                new Wire(
                        rng.nextLong(),
                        faulty ? rng.nextInt(26) / 100.0 : 0,
                        faulty ? rng.nextInt(30) / 100.0 : 0,
                        faulty ? 1 + rng.nextInt((int) (30 * Fabric.MS)) : 0);
        final int leaders = rng.between(1, 3);
        final Topology topology = topology();
        final boolean signed = rng.percent(20);
        room =
                new RegisteringSwitch.Room(
                        rng.between(2, leaders + 2),
                        rng.percent(10) ? 1 : leaders,
                        AGE_NS,
                        rng.percent(50));
        fabric = new CoreFabric(topology, wire, signed, room);
        for (int i = 1; i <= leaders; i++) {
            final Host host = fabric.hosts.get(rng.nextInt(fabric.hosts.size()));
            groups.add(new Led(i, new Leader(host, fabric.group(i)), rng.nextInt(1 << 16)));
        }
        witness = new RegistrationWitness(fabric, groups);
    }

    private Topology topology() {
        return rng.percent(30)
                ? Topologies.fatTree(4)
                : Topologies.spineLeaf(rng.between(1, 3), rng.between(2, 4), rng.between(1, 4));
    }

    /**
     * Runs a seed.
     *
     * @param seed of the run
     * @return what came of it; the same for the same seed
     */
    public static RegistrationResult of(final long seed) {
        final RegistrationRun run = new RegistrationRun(seed);
        try {
            run.run();
            return run.result(seed, null, null);
        } catch (final InvariantViolation e) {
            return run.result(seed, e.invariant(), e.getMessage());
        } catch (final RuntimeException | AssertionError e) {
            return run.result(seed, Invariant.TOTALITY, e.toString());
        } finally {
            run.fabric.close();
        }
    }

    private RegistrationResult result(
            final long seed, final Invariant broken, final String message) {
        return new RegistrationResult(
                seed,
                broken,
                message,
                fabric.frames(),
                wire.lost(),
                wire.repeated(),
                changes,
                refusals);
    }

    private void run() {
        final int steps = rng.between(3, 10);
        for (int i = 0; i < steps; i++) {
            step();
            fabric.run(rng.nextInt(400) * Fabric.MS);
            if (rng.percent(50)) {
                settle();
            }
        }
        settle();
        for (final Led group : groups) {
            if (group.inForce != null && rng.percent(50)) {
                remove(group);
            }
        }
        settle();
        fabric.skip(AGE_NS);
        fabric.run(2 * Fabric.TICK);
        fabric.skip(AGE_NS / 2);
        fabric.run(2 * Fabric.TICK);
        witness.onEnd();
        fillTables();
    }

    /** Nothing keeps room any more: the switches take as many groups as their tables have rows. */
    private void fillTables() {
        wire.calm(true);
        final int hosts = fabric.hosts.size();
        final int most = Math.min(room.groups() - 1, hosts * room.perLeader());
        for (int i = 0; i < most; i++) {
            final Host host = fabric.hosts.get(i % hosts);
            final Leader leader = new Leader(host, fabric.group(FIRST_FILLING + i));
            leader.register(1, List.of((host.number + 1) % hosts));
            await(leader);
            if (leader.refused != null) {
                throw RegistrationWitness.broken(
                        Invariant.GROUP_EMPTY, "an empty table refuses a group: " + leader.refused);
            }
        }
    }

    private void step() {
        final Led group = groups.get(rng.nextInt(groups.size()));
        final int kind = rng.nextInt(100);
        if (kind < 50) {
            if (group.isIdle() || rng.percent(40)) {
                overtake(group);
                change(group, members(group));
            }
        } else if (kind < 60) {
            if (group.isIdle() && group.inForce != null) {
                remove(group);
            }
        } else if (kind < 75) {
            if (group.isIdle() && group.inForce != null && !group.isOpen) {
                final int older = group.inForceRevision - rng.between(1, 1000) & 0xFFFF;
                group.leader.repeatOld(older, members(group));
            }
        } else if (kind < 82) {
            claimConfigured();
        } else {
            restart(rng.nextInt(fabric.nodes.size()), rng.percent(60));
        }
    }

    /** The outcome of a change that another overtakes is open. */
    private void overtake(final Led group) {
        if (!group.isIdle()) {
            group.isOpen = true;
            group.mayLeave = true;
        } else {
            end(group);
        }
    }

    /** Takes over how the change of an idle leader has ended, once. */
    private void end(final Led group) {
        if (group.isEnded) {
            return;
        }
        group.isEnded = true;
        if (group.leader.refused == null) {
            group.take();
            if (!group.mayLeave) {
                witness.onDone(group);
            }
            return;
        }
        refusals++;
        if (!group.isExpected(group.leader.refused)) {
            throw RegistrationWitness.broken(
                    Invariant.PROGRESS,
                    "group " + group.number + " is refused as " + group.leader.refused);
        }
        if (group.leader.refusedIn != Leader.State.SETTING) {
            group.isOpen = true;
        }
    }

    private List<Integer> members(final Led group) {
        final List<Integer> all = new ArrayList<>();
        for (int host = 0; host < fabric.hosts.size(); host++) {
            if (host != group.leader.host.number && rng.percent(50)) {
                all.add(host);
            }
        }
        if (all.isEmpty()) {
            all.add((group.leader.host.number + 1) % fabric.hosts.size());
        }
        for (int i = all.size(); i > 1; i--) {
            Collections.swap(all, i - 1, rng.nextInt(i));
        }
        return all;
    }

    private void change(final Led group, final List<Integer> members) {
        fabric.hosts.forEach(host -> host.refusing.remove(group.leader.group));
        if (rng.percent(20)) {
            final int refusing = members.get(rng.nextInt(members.size()));
            fabric.hosts.get(refusing).refusing.add(group.leader.group);
        } else if (rng.percent(5)) {
            members.add(members.get(0));
        }
        changes++;
        group.change(members);
    }

    private void remove(final Led group) {
        end(group);
        changes++;
        group.remove();
    }

    /** A leader asks for the address of a group of the file. */
    private void claimConfigured() {
        final Host host = fabric.hosts.get(rng.nextInt(fabric.hosts.size()));
        final Leader other = new Leader(host, fabric.group(RegistrationWitness.CONFIGURED));
        other.register(1, List.of((host.number + 1) % fabric.hosts.size()));
        await(other);
        refusals++;
        if (other.refused != MrpReason.STATIC) {
            throw RegistrationWitness.broken(
                    Invariant.GROUP_STATIC, "a group of the file was refused as " + other.refused);
        }
    }

    private void restart(final int node, final boolean keeps) {
        for (final Led group : groups) {
            if (group.isIdle()) {
                end(group);
            }
            group.isOpen = true;
            group.mayLeave = true;
        }
        witness.onRestart(node);
        fabric.nodes.get(node).restart(keeps);
    }

    private void settle() {
        for (final Led group : groups) {
            await(group.leader);
            end(group);
        }
        groups.stream().filter(group -> group.isOpen).forEach(this::repair);
        fabric.run(QUIET_NS);
        wire.calm(true);
        fabric.run(QUIET_NS);
        groups.forEach(witness::onQuiet);
        wire.calm(false);
    }

    /** A controller that does not know how a change ended makes another. */
    private void repair(final Led group) {
        fabric.hosts.forEach(host -> host.refusing.remove(group.leader.group));
        for (int i = 0; i < REPAIRS && group.isOpen && group.inForce != null; i++) {
            changes++;
            group.change(new ArrayList<>(group.inForce));
            await(group.leader);
            end(group);
            group.isOpen = group.leader.refused != null;
        }
        if (group.isOpen) {
            changes++;
            group.remove();
            await(group.leader);
            end(group);
            group.isOpen = false;
        }
    }

    private void await(final Leader leader) {
        final long end = fabric.nowNs() + BOUND_NS;
        while (leader.state != Leader.State.IDLE) {
            if (fabric.nowNs() - end > 0) {
                throw RegistrationWitness.broken(
                        Invariant.PROGRESS,
                        leader.group
                                + " is "
                                + leader.state
                                + " without "
                                + leader.missing
                                + " for "
                                + BOUND_NS / Fabric.MS
                                + " ms");
            }
            fabric.run(20 * Fabric.MS);
        }
    }
}
