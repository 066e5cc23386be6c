package io.polycast.controller.machine;

import io.polycast.controller.agent.ToAgent;
import io.polycast.controller.agent.ToController;
import io.polycast.controller.lab.ScriptedSwitch;
import io.polycast.controller.log.Command;
import io.polycast.controller.log.Effects;
import io.polycast.controller.log.Entry;
import io.polycast.controller.log.GroupOptions;
import io.polycast.controller.log.News;
import io.polycast.controller.log.Outcome;
import io.polycast.controller.safeguard.SafeguardSettings;
import io.polycast.controller.settings.ControllerSettings;
import io.polycast.parser.mrp.MrpAddress;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A controller, scripted hosts and a scripted switch, under one virtual clock. */
final class Rig implements Effects {
    static final int PREFIX = 0x0AFF0000;

    /** Setting, giving up and removing, one after the other. */
    private static final long LONGEST_CHANGE_MS = 30_000;

    final ControllerSettings settings;
    final ScriptedSwitch fabric = new ScriptedSwitch();
    final Map<Long, Outcome> outcomes = new HashMap<>();
    final Map<Long, List<ToAgent>> heard = new HashMap<>();
    final List<String> trace = new ArrayList<>();
    final ArrayDeque<Entry> queue = new ArrayDeque<>();
    final TreeMap<Long, MrpAddress> hosts = new TreeMap<>();

    /** Changes that failed while agents of members were away: the switch was not told, and age ends these. */
    final Set<MrpAddress> aging = new HashSet<>();

    /** When the agents of hosts came back. */
    private final Map<MrpAddress, Long> backAt = new HashMap<>();

    Controller controller;
    Random chaos;
    int lossPercent;

    /** Part of the messages about modes at which a connection breaks: the host hears nothing until it is up again. */
    int breakPercent;

    /** Hosts whose connection is broken, while the controller takes it for open. */
    final Set<Integer> deaf = new TreeSet<>();

    boolean answersQuestions = true;
    boolean declinesModes;

    /** Bytes that a probe of 500 ms brings to all members. */
    long probed = 1_000_000;

    /** What applications know of modes. */
    final ModeWitness modes = new ModeWitness(this);

    int sourcePsn = 500;
    long now = 1_700_000_000_000L;
    long lastRequest = 1000;

    Rig() {
        this(14);
    }

    Rig(final int freeBits) {
        settings =
                new ControllerSettings(
                        "c1",
                        7,
                        4792,
                        new ControllerSettings.Prefix(PREFIX, 32 - freeBits, null),
                        new ControllerSettings.Limits(100, 64, 100, 50, 20),
                        new ControllerSettings.Timing(100, 2000, 10_000, 30_000),
                        SafeguardSettings.DEFAULT);
        controller = new Controller(settings, this);
    }

    static MrpAddress host(final int number) {
        return MrpAddress.ipv4(0x0A000000 + number);
    }

    void up(final int number) {
        deaf.remove(number);
        hosts.put((long) number, host(number));
        backAt.put(host(number), now);
        apply(new Entry.AgentUp(number, "h" + number, host(number)));
    }

    void down(final int number) {
        hosts.remove((long) number);
        apply(new Entry.AgentDown(number));
    }

    void says(final int number, final ToController message) {
        if (deaf.contains(number)) {
            return;
        }
        modes.said(host(number), message);
        apply(new Entry.AgentSays(number, message));
    }

    void join(final int number, final String group) {
        says(number, new ToController.Join(number, group, 0x100 + number, -1, null));
    }

    long create(final String name, final int... numbers) {
        final List<MrpAddress> wanted = new ArrayList<>();
        for (final int number : numbers) {
            wanted.add(host(number));
        }
        return request("", new Command.Create(name, wanted, 10_000, GroupOptions.DEFAULT));
    }

    long request(final String key, final Command command) {
        apply(new Entry.Request(++lastRequest, key, command));
        return lastRequest;
    }

    /** Applies an entry and all that it leads to at the same time. */
    void apply(final Entry entry) {
        queue.add(entry);
        drain();
    }

    private void drain() {
        while (!queue.isEmpty()) {
            final boolean last = chaos != null && queue.size() > 1 && chaos.nextInt(4) == 0;
            final Entry next = last ? queue.pollLast() : queue.poll();
            if (chaos != null && isAnswer(next)) {
                if (chaos.nextInt(100) < lossPercent) {
                    continue;
                }
                if (chaos.nextInt(100) < lossPercent && queue.size() < 1000) {
                    queue.add(next);
                }
            }
            controller.apply(now, next);
            modes.check();
        }
    }

    private static boolean isAnswer(final Entry entry) {
        return entry instanceof Entry.AgentSays says
                && (says.message() instanceof ToController.MrpUp
                        || says.message() instanceof ToController.Ready
                        || says.message() instanceof ToController.ModePrepared
                        || says.message() instanceof ToController.Prepared);
    }

    /** Lets the clock go on, stopping at each deadline. */
    void pass(final long ms) {
        final long end = now + ms;
        while (controller.nextDeadline() <= end) {
            now = Math.max(now, controller.nextDeadline());
            apply(new Entry.Tick());
        }
        now = end;
        apply(new Entry.Tick());
    }

    @Override
    public void send(final long session, final ToAgent message) {
        trace.add(session + " " + text(message));
        heard.computeIfAbsent(session, any -> new ArrayList<>()).add(message);
        if (!hosts.containsKey(session) || isBroken((int) session, message)) {
            return;
        }
        if (message instanceof ToAgent.MrpDown mrp) {
            for (final byte[] answer : fabric.on(mrp.address(), mrp.packet())) {
                queue.add(
                        new Entry.AgentSays(
                                session, new ToController.MrpUp(mrp.address(), answer)));
            }
        } else if (message instanceof ToAgent.Prepare prepare && answersQuestions) {
            queue.add(
                    new Entry.AgentSays(
                            session,
                            new ToController.Prepared(
                                    prepare.group(), prepare.change(), sourcePsn)));
        } else if (message instanceof ToAgent.Expect expect && answersQuestions) {
            queue.add(
                    new Entry.AgentSays(
                            session, new ToController.Ready(expect.group(), expect.change())));
        } else {
            answerMode(session, message);
        }
    }

    private void answerMode(final long session, final ToAgent message) {
        modes.heard(hosts.get(session), message);
        ToController answer = null;
        if (message instanceof ToAgent.ModePrepare ask && answersQuestions) {
            final long number = ask.decision().number();
            answer =
                    declinesModes
                            ? new ToController.ModeDeclined(ask.group(), number, "tree only")
                            : new ToController.ModePrepared(ask.group(), number);
        } else if (message instanceof ToAgent.Probe probe && answersQuestions) {
            answer = new ToController.Probed(probe.group(), probe.change(), probed, 500);
        }
        if (answer != null) {
            queue.add(new Entry.AgentSays(session, answer));
        }
    }

    private boolean isBroken(final int number, final ToAgent message) {
        final boolean about =
                message instanceof ToAgent.ModePrepare || message instanceof ToAgent.ModeCommit;
        if (about && breakPercent > 0 && chaos.nextInt(100) < breakPercent) {
            deaf.add(number);
        }
        return deaf.contains(number);
    }

    private static String text(final ToAgent message) {
        return message instanceof ToAgent.MrpDown mrp
                ? "mrp " + mrp.address() + " " + java.util.HexFormat.of().formatHex(mrp.packet())
                : message.toString();
    }

    @Override
    public void answer(final long request, final Outcome outcome) {
        trace.add("answer " + request + " " + outcome);
        if (outcomes.putIfAbsent(request, outcome) != null) {
            throw new AssertionError("two answers to " + request);
        }
    }

    @Override
    public void happened(final News news) {
        trace.add(news.toString());
        final boolean ends = news.kind().equals("deleted") || news.kind().equals("refused");
        if (ends && controller.group(news.group()) != null) {
            final MrpAddress ended = address(news.group());
            if (fabric.members(ended).keySet().stream().allMatch(this::wasAway)) {
                aging.add(ended);
            }
        }
    }

    /** Messages of a type that an agent heard. */
    <T> List<T> heard(final int number, final Class<T> type) {
        return heard.getOrDefault((long) number, List.of()).stream()
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    MrpAddress address(final String group) {
        return MrpAddress.ipv4(controller.group(group).id());
    }

    private boolean wasAway(final MrpAddress host) {
        return !hosts.containsValue(host) || now - backAt.get(host) < LONGEST_CHANGE_MS;
    }

    /** Groups in the switch that the controller has to know. */
    long groups() {
        final Set<MrpAddress> left = new HashSet<>(aging);
        left.removeIf(each -> fabric.members(each).isEmpty());
        controller.groups().stream()
                .filter(each -> each.state().equals("registered"))
                .forEach(each -> left.remove(MrpAddress.ipv4(each.id())));
        return fabric.groups() - left.size();
    }

    byte[] snapshot() {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            controller.write(new DataOutputStream(bytes));
        } catch (final IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    /** Puts a controller that was restored from a snapshot in place of this one. */
    void restore(final byte[] snapshot) {
        controller = new Controller(settings, this);
        try {
            controller.read(new DataInputStream(new ByteArrayInputStream(snapshot)));
        } catch (final IOException wrong) {
            throw new UncheckedIOException(wrong);
        }
    }
}
