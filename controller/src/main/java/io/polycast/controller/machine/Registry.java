package io.polycast.controller.machine;

import io.polycast.controller.agent.ToAgent;
import io.polycast.controller.group.Asker;
import io.polycast.controller.group.Group;
import io.polycast.controller.ids.McstIds;
import io.polycast.controller.log.Effects;
import io.polycast.controller.log.News;
import io.polycast.controller.log.Outcome;
import io.polycast.controller.mrp.LeaderPackets;
import io.polycast.controller.settings.ControllerSettings;
import io.polycast.parser.mrp.MrpAddress;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** State of the controller, and its output: agents, groups, events, keys, and the words of this entry. */
final class Registry {
    final ControllerSettings settings;
    final Effects effects;
    final Agents agents = new Agents();
    final McstIds ids;
    final EventLog events;
    final Keys keys;
    final Timers timers = new Timers();
    final LeaderPackets packets;
    final Map<String, Group> groups = new TreeMap<>();
    final Map<Integer, Group> byId = new TreeMap<>();
    long now;
    long lastChange;
    long lastEpoch;

    Registry(final ControllerSettings settings, final Effects effects) {
        this.settings = settings;
        this.effects = effects;
        this.ids = new McstIds(settings.prefix());
        this.events = new EventLog(settings.limits().events());
        this.keys = new Keys(settings.limits().keys());
        this.packets = new LeaderPackets(settings.owner(), settings.prefix().ipv6() != null);
    }

    /** A new group of a free McstID, or null when there is no room. */
    Group create(final String name) {
        if (groups.size() >= settings.limits().groups()) {
            return null;
        }
        final int id = ids.take(now, byId::containsKey);
        if (id == 0) {
            return null;
        }
        final Group group = new Group(name, id, settings.safeguard());
        connect(group);
        groups.put(name, group);
        byId.put(id, group);
        return group;
    }

    /** Gives a group new connections: epochs rise, over restarts without a log too. */
    void connect(final Group group) {
        lastEpoch = Math.max(lastEpoch + 1, now / 1000) & 0xFFFF_FFFFL;
        group.connections(lastEpoch);
    }

    /** Forgets a group. */
    void drop(final Group group) {
        groups.remove(group.name());
        byId.remove(group.id());
        ids.free(group.id(), now);
        timers.set(group.id(), Long.MAX_VALUE);
    }

    MrpAddress addressOf(final Group group) {
        return settings.prefix().of(group.id());
    }

    /** Says something to a host's agent, if it has a connection. */
    void tell(final MrpAddress ip, final ToAgent message) {
        final long session = agents.session(ip);
        if (session != Agents.NONE) {
            effects.send(session, message);
        }
    }

    /** Sends a packet through a host's agent, if it has a connection. */
    void packet(final MrpAddress ip, final Group group, final byte[] packet) {
        tell(ip, new ToAgent.MrpDown(addressOf(group), settings.port(), packet));
    }

    /** Keeps an event, and tells the agents of the group's members. */
    void happened(final Group group, final String kind, final MrpAddress ip, final String text) {
        final News news = new News(events.nextNumber(), now, group.name(), kind, ip, text);
        events.add(news);
        effects.happened(news);
        final ToAgent.Event event = new ToAgent.Event(news.number(), group.name(), kind, ip, text);
        final Set<MrpAddress> hosts = group.hosts();
        hosts.addAll(group.members().keySet());
        for (final MrpAddress member : hosts) {
            tell(member, event);
        }
        if (!ip.equals(MrpAddress.NONE) && !hosts.contains(ip)) {
            // A host that an operator took out learns it from nothing else.
            tell(ip, event);
        }
    }

    /** What is wanted holds. */
    void done(final Asker asker, final Group group) {
        if (asker.isAgent()) {
            effects.send(
                    asker.session(),
                    new ToAgent.Done(
                            asker.request(),
                            group.name(),
                            group.revision(),
                            group.missing().size()));
        } else if (asker.isOperator()) {
            answer(asker, group, Outcome.Kind.DONE, "", "", List.copyOf(group.missing()));
        }
    }

    /** What is wanted does not hold, and nothing changed. */
    void refuse(
            final Asker asker,
            final Group group,
            final String reason,
            final String text,
            final List<MrpAddress> missing) {
        if (asker.isAgent()) {
            effects.send(
                    asker.session(),
                    new ToAgent.Refused(asker.request(), group.name(), reason, text));
        } else if (asker.isOperator()) {
            answer(asker, group, Outcome.Kind.FAILED, reason, text, missing);
        }
    }

    private void answer(
            final Asker asker,
            final Group group,
            final Outcome.Kind kind,
            final String reason,
            final String text,
            final List<MrpAddress> missing) {
        answer(
                asker.request(),
                new Outcome(
                        kind, reason, text, Views.of(group, agents), missing, now - asker.since()));
    }

    /** Answers a request, and those that came with the same key. */
    void answer(final long request, final Outcome outcome) {
        effects.answer(request, outcome);
        for (final long other : keys.answered(request, outcome)) {
            effects.answer(other, outcome);
        }
    }
}
