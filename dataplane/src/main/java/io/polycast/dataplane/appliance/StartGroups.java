package io.polycast.dataplane.appliance;

import io.polycast.dataplane.config.Addresses;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.groups.GroupLife;
import io.polycast.dataplane.groups.GroupOrigin;
import io.polycast.dataplane.opening.PreparedGroups;
import io.polycast.dataplane.pipeline.Shard;
import io.polycast.dataplane.state.StateException;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.parser.contract.GroupEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.agrona.collections.IntHashSet;
import org.agrona.concurrent.NanoClock;

/**
 * The groups that a switch starts with: those of its configuration, and those that an earlier process was
 * given at run time. Installed before the shards' threads run.
 */
final class StartGroups {
    private final Configuration configuration;
    private final Resources resources;
    private final List<Shard> shards;
    private final GroupLife life;
    private final NanoClock clock;
    private final List<String> keptAway = new ArrayList<>();

    /** Groups of the journal that are not installed, and why; a set or an unset takes one off. */
    private final Map<String, String> absent = new ConcurrentHashMap<>();

    private final List<String> anew = new ArrayList<>();
    private final IntHashSet configured = new IntHashSet();

    /** Groups installed, by shard. */
    private final int[] installed;

    private int kept;

    StartGroups(
            final Configuration configuration,
            final Resources resources,
            final List<Shard> shards,
            final GroupLife life,
            final NanoClock clock) {
        this.configuration = configuration;
        this.resources = resources;
        this.shards = shards;
        this.life = life;
        this.clock = clock;
        this.installed = new int[shards.size()];
        configuration.groups().forEach(group -> configured.add(group.mcstId()));
    }

    void install() throws GroupRefusedException {
        installConfigured();
        installKept();
        shards.forEach(shard -> shard.core().role().endStart());
        resources
                .journal()
                .versions()
                .start(
                        configuration.groups().stream()
                                .map(group -> Addresses.formatQuad(group.mcstId()))
                                .toList());
        lookForLostFiles();
    }

    /** One line for each file of which nothing could be read. */
    private void lookForLostFiles() {
        for (int shard = 0; shard < shards.size(); shard++) {
            final String reason = resources.state(shard).anew();
            if (reason != null) {
                anew.add(
                        reason
                                + ": all "
                                + installed[shard]
                                + " groups of it begin anew with unknown feedback; members that"
                                + " were evicted are in service again");
            }
        }
    }

    private void installConfigured() throws GroupRefusedException {
        for (final GroupEntry group : configuration.groups()) {
            try {
                install(group, GroupOrigin.FILE);
            } catch (final GroupRefusedException e) {
                throw new GroupRefusedException(
                        "group " + Addresses.formatQuad(group.mcstId()) + ": " + e.getMessage());
            }
        }
    }

    /**
     * Groups that were set while an earlier process ran. An entry of the configuration wins over
     * them.
     */
    private void installKept() {
        for (final PreparedGroups.Kept each : resources.keptGroups()) {
            if (each.refusal() != null) {
                keepAway(each.id(), each.refusal());
            } else if (isConfigured(each.group().mcstId())) {
                drop(each.id());
            } else {
                installKept(each);
            }
        }
    }

    private void installKept(final PreparedGroups.Kept each) {
        try {
            install(each.group(), each.origin());
            kept++;
        } catch (final GroupRefusedException e) {
            keepAway(each.id(), e.getMessage());
        }
    }

    private void keepAway(final String id, final String problems) {
        final String why = problems.replace("\n", "; ");
        absent.put(id, why);
        keptAway.add(
                "group "
                        + id
                        + ", set at run time, is not back: "
                        + why
                        + "; mend the configuration, or group unset "
                        + id);
    }

    /** A full disk is no reason not to start: the configuration wins the next time too. */
    private void drop(final String id) {
        try {
            resources.journal().remove(id);
            resources.journal().sync();
        } catch (final StateException e) {
            keptAway.add(
                    "the configuration has group "
                            + id
                            + " now, and what was set at run time is not forgotten yet: "
                            + e.getMessage());
        }
    }

    private void install(final GroupEntry group, final GroupOrigin origin)
            throws GroupRefusedException {
        final int owner = life.owner(group.mcstId());
        final String fault = shards.get(owner).core().role().startGroup(clock.nanoTime(), group);
        installed[owner]++;
        if (fault != null && resources.state(owner).anew() == null) {
            anew.add(
                    "group "
                            + Addresses.formatQuad(group.mcstId())
                            + " begins anew with unknown feedback, for its state is damaged ("
                            + fault
                            + "); members that were evicted are in service again");
        }
        life.enter(group.mcstId());
        life.started(group, origin);
    }

    /** Whether the configuration has the group. */
    boolean isConfigured(final int mcstId) {
        return configured.contains(mcstId);
    }

    /** Groups of an earlier process that are back. */
    int kept() {
        return kept;
    }

    /** Groups of the journal that are not installed, by id, and why. */
    Map<String, String> absent() {
        return absent;
    }

    /** Lines on those of which an earlier process's state is lost. */
    List<String> anew() {
        return anew;
    }

    /** Lines on those that are not. */
    List<String> keptAway() {
        return keptAway;
    }
}
