package io.polycast.dataplane.appliance;

import io.polycast.dataplane.config.Addresses;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.RoleUpkeep;
import io.polycast.dataplane.control.ControlException;
import io.polycast.dataplane.control.SetCondition;
import io.polycast.dataplane.control.SetOutcome;
import io.polycast.dataplane.groups.GroupOrigin;
import io.polycast.dataplane.groups.KeepQueue;
import io.polycast.dataplane.pipeline.Failure;
import io.polycast.dataplane.pipeline.Shard;
import io.polycast.dataplane.remote.RoleLink;
import io.polycast.parser.contract.GroupEntry;
import java.util.List;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Threads beside the packets of a role. The thread of a role that learns groups keeps them in the journal, and looks
 * after files and clocks of the role. Another one runs the link of a role that is commanded.
 */
final class RoleWork implements Agent {
    private static final Logger LOG = LoggerFactory.getLogger(RoleWork.class);
    private static final long PERIOD_NS = RoleUpkeep.PERIOD_MS * 1_000_000L;
    private static final int TRIES = 3;

    private final KeepQueue queue = new KeepQueue();
    private final RoleUpkeep upkeep;
    private List<Shard> shards;
    private final RoleLink.Maker linkMaker;
    private RuntimeGroups groups;
    private LinkThread link;
    private AgentRunner runner;
    private long lookedNs;

    RoleWork(final Configuration configuration, final boolean rehearsal) {
        upkeep = configuration.role().upkeep(configuration);
        // A rehearsal leaves the running switch its place at the other end.
        linkMaker = rehearsal ? null : configuration.role().link(configuration);
    }

    /** Takes groups of the shards' roles. */
    KeepQueue queue() {
        return queue;
    }

    /** Before the threads of the shards run: their roles have the first news. */
    void begin(
            final List<Shard> allShards,
            final RuntimeGroups runtimeGroups,
            final NanoClock clock,
            final Failure failure) {
        shards = allShards;
        groups = runtimeGroups;
        if (linkMaker != null) {
            link = new LinkThread(linkMaker, runtimeGroups, failure);
        }
        if (upkeep == null) {
            return;
        }
        lookedNs = System.nanoTime();
        final RoleUpkeep.News news = upkeep.look();
        shards.forEach(shard -> news.tell(shard.core().role(), clock.nanoTime()));
        runner = new AgentRunner(new SleepingMillisIdleStrategy(1), failure, null, this);
    }

    /** Once the threads of the shards run. */
    void start() {
        if (runner != null) {
            AgentRunner.startOnThread(runner);
        }
        if (link != null) {
            link.start();
        }
    }

    @Override
    public int doWork() {
        if (System.nanoTime() - lookedNs >= PERIOD_NS) {
            lookedNs = System.nanoTime();
            look();
        }
        return queue.take(this::keep, this::gone) ? 1 : 0;
    }

    private void look() {
        final RoleUpkeep.News news = upkeep.look();
        for (final Shard shard : shards) {
            try {
                shard.ask(
                        (core, nowNs, egress) -> {
                            news.tell(core.role(), nowNs);
                            return null;
                        });
            } catch (final ControlException e) {
                LOG.warn("a shard did not take news of its role: {}", e.getMessage());
            }
        }
        final String warning = upkeep.warning();
        if (warning != null) {
            LOG.warn("{}", warning);
        }
    }

    /** The journal first, then the shard's table, which passes the group on. */
    private void keep(final GroupEntry group) {
        final SetOutcome outcome =
                groups.setAll(List.of(group), SetCondition.NONE, GroupOrigin.REGISTRATION).get(0);
        if (outcome.refusal() == null) {
            return;
        }
        LOG.warn(
                "group {} is not registered: {}",
                Addresses.formatQuad(group.mcstId()),
                outcome.refusal().getMessage());
        for (int tries = 0; tries < TRIES && !isTold(group); tries++) {
            Thread.onSpinWait();
        }
    }

    /** Of a revision that the shard refused by itself nothing is pending: this changes nothing. */
    private boolean isTold(final GroupEntry group) {
        try {
            return groups.tellNotKept(group);
        } catch (final ControlException e) {
            return false;
        }
    }

    private void gone(final int mcstId) {
        try {
            groups.gone(mcstId);
        } catch (final ControlException e) {
            LOG.warn(
                    "group {} is removed, and the next start may bring it back: {}",
                    Addresses.formatQuad(mcstId),
                    e.getMessage());
        }
    }

    /** Ends the thread; the shards' threads still run. */
    void stop() {
        if (link != null) {
            link.close();
        }
        if (runner != null) {
            runner.close();
        }
    }

    /** When the shards' threads have ended: groups that are gone are gone at the next start, too. */
    void finish() {
        while (runner != null && queue.take(group -> {}, this::gone)) {
            // One after the other.
        }
    }

    @Override
    public String roleName() {
        return "role-work";
    }
}
