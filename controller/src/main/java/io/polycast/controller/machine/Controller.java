package io.polycast.controller.machine;

import io.polycast.controller.agent.ToAgent;
import io.polycast.controller.agent.ToController;
import io.polycast.controller.group.Group;
import io.polycast.controller.group.GroupImage;
import io.polycast.controller.group.Member;
import io.polycast.controller.log.Effects;
import io.polycast.controller.log.Entry;
import io.polycast.controller.log.GroupView;
import io.polycast.controller.log.News;
import io.polycast.controller.safeguard.GuardView;
import io.polycast.controller.settings.ControllerSettings;
import io.polycast.parser.mrp.MrpAddress;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * Groups, members and their registration as a state machine over a log: the same entries at the same
 * times make the same state and the same effects on every node (docs/controller.md). Not safe for
 * several threads at a time.
 */
public final class Controller {
    /** Version of the snapshot's format. */
    public static final int SNAPSHOT_VERSION = 2;

    private final Registry registry;
    private final Driver driver;
    private final MrpAnswers answers;
    private final AgentRequests agents;
    private final OperatorRequests operators;
    private final Modes modes;

    /**
     * @param settings that last as long as the log
     * @param effects where words go
     */
    public Controller(final ControllerSettings settings, final Effects effects) {
        registry = new Registry(settings, effects);
        final Proposals proposals = new Proposals(registry);
        modes = new Modes(registry);
        final Conclusions conclusions = new Conclusions(registry, proposals, modes);
        final Fallback fallback = new Fallback(registry, conclusions, modes);
        final Changes changes = new Changes(registry, proposals, conclusions, fallback);
        driver = new Driver(registry, proposals, conclusions, changes, modes, fallback);
        answers = new MrpAnswers(registry, proposals, conclusions, fallback, driver);
        agents = new AgentRequests(registry, conclusions, changes, driver, modes, fallback);
        operators = new OperatorRequests(registry, agents, conclusions, driver);
    }

    /**
     * Takes an entry of the log.
     *
     * @param timeMs of the log, since 1970; an older time than before counts as that
     * @param entry the entry
     */
    public void apply(final long timeMs, final Entry entry) {
        registry.now = Math.max(registry.now, timeMs);
        if (entry instanceof Entry.AgentUp up) {
            onAgentUp(up);
        } else if (entry instanceof Entry.AgentDown down) {
            registry.agents.down(down.session());
        } else if (entry instanceof Entry.AgentSays says) {
            onAgentSays(says);
        } else if (entry instanceof Entry.Request request) {
            operators.on(request);
        } else if (entry instanceof Entry.Slow slow) {
            onSlow(slow);
        } else if (entry instanceof Entry.Leadership) {
            registry.agents.clear();
            registry.groups.values().forEach(Group::askAnew);
        }
        for (int id = registry.timers.take(registry.now);
                id != 0;
                id = registry.timers.take(registry.now)) {
            final Group group = registry.byId.get(id);
            if (group != null) {
                driver.run(group);
            }
        }
    }

    /** Time of the next {@link Entry.Tick} that is needed, in ms, or {@link Long#MAX_VALUE}. */
    public long nextDeadline() {
        return registry.timers.next();
    }

    private void onSlow(final Entry.Slow slow) {
        final Group group = registry.groups.get(slow.group());
        if (group != null) {
            modes.slow(group, slow.slow());
            driver.run(group);
        }
    }

    private void onAgentUp(final Entry.AgentUp up) {
        final boolean known = registry.agents.has(up.ip());
        if (!known && registry.agents.count() >= registry.settings.limits().agents()) {
            registry.effects.send(
                    up.session(),
                    new ToAgent.Refused(
                            0, "", "full", "the controller has as many agents as it may have"));
            return;
        }
        registry.agents.up(up.ip(), up.session());
        registry.effects.send(
                up.session(), new ToAgent.Welcome(ToController.VERSION, registry.settings.name()));
        for (final Group group : List.copyOf(registry.groups.values())) {
            greet(group, up.ip());
        }
    }

    /** Repeats to an agent that is back what its host has to know, and what waits for it. */
    private void greet(final Group group, final MrpAddress ip) {
        final boolean changing = group.round() != null;
        final Member target = changing ? group.round().targets().get(ip) : null;
        final Member member = target != null ? target : group.members().get(ip);
        if (member != null) {
            registry.tell(
                    ip,
                    new ToAgent.Member(
                            group.name(),
                            registry.addressOf(group),
                            member.qpn(),
                            changing ? group.round().revision() : group.revision()));
        } else if (group.awaited().hosts().contains(ip) && !group.isRegistered()) {
            registry.tell(
                    ip, new ToAgent.Event(0, group.name(), "created", ip, "the group awaits you"));
        }
        if ((member != null || !group.isRegistered()) && group.hosts().contains(ip)) {
            modes.tell(group, ip);
        }
        if (member != null && !(changing && group.round().prepared().equals(ip))) {
            // The one that ended a change may have been lost.
            final boolean source = ip.equals(group.posting().source());
            registry.tell(ip, new ToAgent.Commit(group.name(), 0, source));
        }
        if (changing && member != null) {
            // Others come back too: what was asked meanwhile does not count against them.
            group.askAnew();
            group.round().askAt(registry.now);
            driver.run(group);
        }
    }

    private void onAgentSays(final Entry.AgentSays says) {
        final MrpAddress host = registry.agents.host(says.session());
        if (host == null) {
            return;
        }
        if (says.message() instanceof ToController.MrpUp mrp) {
            answers.on(host, mrp.address(), mrp.packet());
        } else {
            agents.on(says.session(), host, says.message());
        }
    }

    /** All groups, by name. */
    public List<GroupView> groups() {
        return registry.groups.values().stream()
                .map(group -> Views.of(group, registry.agents))
                .toList();
    }

    /** The group of a name, or null. */
    public GroupView group(final String name) {
        final Group group = registry.groups.get(name);
        return group == null ? null : Views.of(group, registry.agents);
    }

    /** What a watch has to know of the group of a name, or null. */
    public GuardView guard(final String name) {
        final Group group = registry.groups.get(name);
        return group == null
                ? null
                : new GuardView(
                        group.epoch(),
                        group.posting().source(),
                        group.hosts(),
                        group.guard().decision().number(),
                        group.guard().settings(),
                        group.isRegistered() && group.guard().isJudged(registry.now));
    }

    /** Kept events behind a number, oldest first. */
    public List<News> events(final long after) {
        return registry.events.after(after);
    }

    /** How full the tables are. */
    public Capacity capacity() {
        return new Capacity(
                registry.groups.size(),
                registry.settings.limits().groups(),
                registry.settings.prefix().size(),
                registry.groups.values().stream().mapToInt(each -> each.members().size()).sum(),
                registry.agents.count(),
                registry.settings.limits().agents());
    }

    /**
     * Writes the whole state.
     *
     * @param out big-endian
     * @throws IOException of the output
     */
    public void write(final DataOutput out) throws IOException {
        out.writeInt(SNAPSHOT_VERSION);
        out.writeLong(registry.now);
        out.writeLong(registry.lastChange);
        out.writeLong(registry.lastEpoch);
        registry.ids.write(out);
        registry.agents.write(out);
        registry.events.write(out);
        registry.keys.write(out);
        out.writeInt(registry.groups.size());
        for (final Group group : registry.groups.values()) {
            GroupImage.write(out, group);
        }
    }

    /**
     * Takes the state that {@link #write} wrote, in place of its own.
     *
     * @param in big-endian
     * @throws IOException of the input, or of another version
     */
    public void read(final DataInput in) throws IOException {
        final int version = in.readInt();
        if (version != SNAPSHOT_VERSION) {
            throw new IOException(
                    "snapshot has version "
                            + version
                            + ", this build reads "
                            + SNAPSHOT_VERSION
                            + ": use the build that wrote it");
        }
        registry.now = in.readLong();
        registry.lastChange = in.readLong();
        registry.lastEpoch = in.readLong();
        registry.ids.read(in);
        registry.agents.read(in);
        registry.events.read(in);
        registry.keys.read(in);
        registry.groups.clear();
        registry.byId.clear();
        registry.timers.clear();
        for (int left = in.readInt(); left > 0; left--) {
            final Group group = GroupImage.read(in, registry.settings.safeguard());
            registry.groups.put(group.name(), group);
            registry.byId.put(group.id(), group);
            registry.timers.set(group.id(), driver.wake(group));
        }
    }
}
