package io.polycast.dataplane.appliance;

import io.polycast.core.role.GroupPicture;
import io.polycast.core.role.RoleQuestion;
import io.polycast.dataplane.config.Addresses;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.PortConfig;
import io.polycast.dataplane.config.RoleSchema;
import io.polycast.dataplane.control.AbsentGroup;
import io.polycast.dataplane.control.ControlException;
import io.polycast.dataplane.control.SetCondition;
import io.polycast.dataplane.control.SetOutcome;
import io.polycast.dataplane.control.SwitchStalledException;
import io.polycast.dataplane.groups.GroupLife;
import io.polycast.dataplane.groups.GroupOrigin;
import io.polycast.dataplane.pipeline.Shard;
import io.polycast.dataplane.state.GroupJournal;
import io.polycast.dataplane.state.StateException;
import io.polycast.mft.spec.GroupChange;
import io.polycast.parser.contract.GroupEntry;
import io.polycast.parser.wire.Ipv4;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * Groups that are set and unset while the switch runs. The journal comes first: a group without
 * room in the journal must not change the table. A group that the table refuses is removed from the
 * journal again.
 */
final class RuntimeGroups {
    private final GroupJournal journal;
    private final List<Shard> shards;
    private final GroupLife life;
    private final RoleSchema role;
    private final List<String> portNames;

    /** Ids that the configuration names: the next start takes its entries, not those set here. */
    private final IntPredicate configured;

    /** Groups of the journal that the start could not install, and why. */
    private final Map<String, String> absent;

    RuntimeGroups(
            final Configuration configuration,
            final Resources resources,
            final List<Shard> shards,
            final GroupLife life,
            final StartGroups startGroups) {
        this.journal = resources.journal();
        this.shards = shards;
        this.life = life;
        this.role = configuration.role();
        this.portNames = configuration.ports().stream().map(PortConfig::name).toList();
        this.configured = startGroups::isConfigured;
        this.absent = startGroups.absent();
    }

    /** Sets groups one after the other, and syncs the journal once behind all of them. */
    synchronized List<SetOutcome> setAll(
            final List<GroupEntry> groups, final SetCondition condition, final GroupOrigin origin) {
        final List<SetOutcome> outcomes = new ArrayList<>(groups.size());
        ControlException stalled = null;
        for (final GroupEntry group : groups) {
            if (stalled != null) {
                outcomes.add(SetOutcome.refused(stalled));
                continue;
            }
            try {
                // A single one is safe before its first packet; a list when its sender is told.
                outcomes.add(set(group, condition, origin, groups.size() == 1));
            } catch (final SwitchStalledException e) {
                stalled = e;
                outcomes.add(SetOutcome.refused(e));
            } catch (final ControlException e) {
                outcomes.add(SetOutcome.refused(e));
            }
        }
        try {
            journal.sync();
        } catch (final StateException e) {
            final ControlException refusal = failed(e);
            outcomes.replaceAll(o -> o.refusal() == null ? SetOutcome.refused(refusal) : o);
        }
        return outcomes;
    }

    private SetOutcome set(
            final GroupEntry group,
            final SetCondition condition,
            final GroupOrigin origin,
            final boolean syncFirst)
            throws ControlException {
        final String id = Addresses.formatQuad(group.mcstId());
        final long before = journal.versions().of(id);
        condition.require(id, before);
        try {
            if (origin == GroupOrigin.CONTROL && journal.entry(id, GroupOrigin.COMMAND) != null) {
                throw new ControlException(
                        ControlException.USAGE,
                        "group " + id + " is of a command: give group unset " + id + " here first");
            }
            if (!configured.test(group.mcstId())) {
                journal.put(role.write(group, portNames), origin, role.kept(group));
            } else if (origin.isRemote()) {
                throw new ControlException(
                        ControlException.USAGE, "group " + id + " is of the configuration");
            } else {
                journal.putVersion(id);
            }
        } catch (final StateException e) {
            throw failed(e);
        }
        try {
            if (syncFirst) {
                journal.sync();
            }
            final GroupChange change = setInTable(group, origin);
            absent.remove(id);
            return new SetOutcome(change, journal.versions().of(id), before, null);
        } catch (final StateException e) {
            throw takenBack(failed(e));
        } catch (final ControlException e) {
            throw takenBack(e);
        }
    }

    private GroupChange setInTable(final GroupEntry group, final GroupOrigin origin)
            throws ControlException {
        final GroupChange change =
                shards.get(life.owner(group.mcstId()))
                        .ask(
                                (core, nowNs, egress) -> {
                                    final GroupChange done =
                                            core.role().setGroup(nowNs, group, egress);
                                    // By the shard: frames are steered to a group as soon as it is
                                    // there.
                                    life.enter(group.mcstId());
                                    return done;
                                });
        life.set(group, origin, change);
        return change;
    }

    /** All groups as their shards see them, in no order. */
    List<GroupPicture> all() throws ControlException {
        final List<GroupPicture> all = new ArrayList<>();
        for (final Shard shard : shards) {
            all.addAll(shard.ask((core, nowNs, egress) -> core.role().groups()));
        }
        return all;
    }

    /** Groups without an entry, in order of their ids. */
    List<GroupPicture> learned() throws ControlException {
        final List<GroupPicture> all = new ArrayList<>();
        for (final Shard shard : shards) {
            all.addAll(shard.ask((core, nowNs, egress) -> core.role().learned(nowNs)));
        }
        return all;
    }

    /** Answers of the roles of all shards, in order. */
    <T> List<T> askRoles(final RoleQuestion<T> question) throws ControlException {
        final List<T> all = new ArrayList<>();
        for (final Shard shard : shards) {
            all.addAll(shard.ask((core, nowNs, egress) -> question.ask(core.role(), nowNs)));
        }
        return all;
    }

    /** One group as its shard sees it, or null when there is none. */
    GroupPicture one(final int mcstId) throws ControlException {
        return shards.get(life.owner(mcstId))
                .ask((core, nowNs, egress) -> core.role().group(mcstId));
    }

    /** Groups that the journal keeps and the start could not install, in order of their ids. */
    List<AbsentGroup> absent() {
        return absent.entrySet().stream()
                .map(
                        each ->
                                new AbsentGroup(
                                        each.getKey(),
                                        journal.versions().of(each.getKey()),
                                        each.getValue()))
                .sorted(Comparator.comparing(AbsentGroup::id))
                .toList();
    }

    /** Whether there was such a group. */
    synchronized boolean unset(final int mcstId) throws ControlException {
        final boolean kept;
        try {
            kept = journal.remove(Addresses.formatQuad(mcstId));
            journal.sync();
        } catch (final StateException e) {
            throw takenBack(failed(e));
        }
        try {
            final boolean there =
                    shards.get(life.owner(mcstId))
                            .ask(
                                    (core, nowNs, egress) -> {
                                        life.leave(mcstId);
                                        return core.role().unsetGroup(nowNs, mcstId);
                                    });
            if (there) {
                life.gone(mcstId);
            }
            absent.remove(Addresses.formatQuad(mcstId));
            return kept || there;
        } catch (final ControlException e) {
            throw takenBack(e);
        }
    }

    /** Whether the journal and the table have exactly this. */
    synchronized boolean isSet(final GroupEntry group, final GroupOrigin origin) {
        final String id = Addresses.formatQuad(group.mcstId());
        return !absent.containsKey(id)
                && role.write(group, portNames).equals(journal.entry(id, origin));
    }

    /** Removes a group of an origin that the journal keeps; one of another origin stays. */
    synchronized void unset(final int mcstId, final GroupOrigin origin) throws ControlException {
        if (journal.entry(Addresses.formatQuad(mcstId), origin) != null) {
            unset(mcstId);
        }
    }

    /** Groups of an origin that the journal keeps. */
    synchronized Set<Integer> of(final GroupOrigin origin) {
        final Set<Integer> found = new HashSet<>();
        for (final String id : journal.entries().keySet()) {
            if (journal.origin(id) == origin) {
                found.add(Ipv4.parse(id));
            }
        }
        return found;
    }

    /** A group that a role wanted kept is not: answers when the role knows. */
    boolean tellNotKept(final GroupEntry group) throws ControlException {
        return shards.get(life.owner(group.mcstId()))
                .ask(
                        (core, nowNs, egress) -> {
                            core.role().onNotKept(nowNs, group, egress);
                            return true;
                        });
    }

    /** A registered group has left its shard's table: the next start does not install it. */
    synchronized void gone(final int mcstId) throws ControlException {
        if (life.origin(mcstId) != GroupOrigin.REGISTRATION) {
            return;
        }
        life.leave(mcstId);
        life.gone(mcstId);
        try {
            journal.remove(Addresses.formatQuad(mcstId));
            journal.sync();
        } catch (final StateException e) {
            throw failed(e);
        }
    }

    /** A change that was refused is none of the next start's either. */
    private ControlException takenBack(final ControlException refusal) {
        try {
            journal.undo();
            return refusal;
        } catch (final StateException e) {
            refusal.addSuppressed(e);
            return refusal instanceof SwitchStalledException
                    ? refusal
                    : new ControlException(
                            refusal.exitCode(),
                            refusal.getMessage() + "; " + e.getMessage(),
                            refusal);
        }
    }

    private static ControlException failed(final StateException e) {
        return new ControlException(ControlException.FAILED, e.getMessage(), e);
    }
}
