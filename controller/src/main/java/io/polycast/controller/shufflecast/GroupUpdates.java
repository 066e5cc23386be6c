package io.polycast.controller.shufflecast;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Members of groups behind the ToRs (section III-B). A request goes to all ToRs that it concerns at once,
 * and is answered when all of them have it. What one of them refuses is taken back everywhere.
 */
final class GroupUpdates {
    /** Most groups. */
    static final int MOST = 4096;

    /** How long ToRs may take to answer. */
    static final long PATIENCE_NS = 10_000_000_000L;

    /** Change of what nobody waits for. */
    private static final long NOBODY = 0;

    private final ControlOutput output;
    private final Set<Integer> connected = new HashSet<>();

    /** Of each group, the ports by ToR. */
    private final Map<Integer, Map<Integer, List<String>>> groups = new TreeMap<>();

    private final Map<Long, Change> changes = new HashMap<>();
    private long lastChange;

    /** A request that ToRs have not all answered. */
    private static final class Change {
        final long request;
        final int group;
        final Map<Integer, List<String>> after;
        final Set<Integer> asked;
        final Set<Integer> missing;
        final long deadlineNs;

        Change(
                final long request,
                final int group,
                final Map<Integer, List<String>> after,
                final Set<Integer> asked,
                final long deadlineNs) {
            this.request = request;
            this.group = group;
            this.after = after;
            this.asked = asked;
            missing = new TreeSet<>(asked);
            this.deadlineNs = deadlineNs;
        }
    }

    GroupUpdates(final ControlOutput output) {
        this.output = output;
    }

    /** Members that were kept, before any ToR connects. */
    void restore(final int group, final Map<Integer, List<String>> members) {
        groups.put(group, new TreeMap<>(members));
    }

    /** A ToR has connected: it gets all its groups, because it may have lost some or missed changes. It drops all others. */
    void onHello(final int tor) {
        connected.add(tor);
        groups.forEach(
                (group, byTor) -> {
                    if (byTor.containsKey(tor)) {
                        output.members(tor, NOBODY, group, byTor.get(tor));
                    }
                });
        output.complete(tor);
    }

    /** A ToR that has answered gets the members of before when it connects again. So its changes are given up. */
    void onLost(final int tor) {
        connected.remove(tor);
        for (final Map.Entry<Long, Change> each : List.copyOf(changes.entrySet())) {
            if (each.getValue().asked.contains(tor)) {
                giveUp(each.getKey(), "ToR " + tor + " is not connected any more");
            }
        }
    }

    /**
     * @param request that the answer names
     * @param group class-D address
     * @param after ports by ToR; ToRs without ports are left out
     */
    void ask(
            final long nowNs,
            final long request,
            final int group,
            final Map<Integer, List<String>> after) {
        final Map<Integer, List<String>> before = groups.getOrDefault(group, Map.of());
        final Set<Integer> asked = new TreeSet<>(before.keySet());
        asked.addAll(after.keySet());
        asked.removeIf(tor -> before.getOrDefault(tor, List.of()).equals(after.get(tor)));
        final Set<Integer> absent = new TreeSet<>(asked);
        absent.removeAll(connected);
        if (changes.values().stream().anyMatch(each -> each.group == group)) {
            output.answer(request, "the group is being changed; ask again when that is answered");
        } else if (!groups.containsKey(group) && groups.size() + changes.size() >= MOST) {
            output.answer(request, "there are " + MOST + " groups; end one");
        } else if (!absent.isEmpty()) {
            output.answer(request, "not connected: ToRs " + absent);
        } else if (asked.isEmpty()) {
            output.answer(request, null);
        } else {
            final long id = ++lastChange;
            changes.put(
                    id,
                    new Change(request, group, new TreeMap<>(after), asked, nowNs + PATIENCE_NS));
            asked.forEach(
                    tor -> output.members(tor, id, group, after.getOrDefault(tor, List.of())));
        }
    }

    /**
     * @param refusal of the ToR, or null when it has the members
     * @return false for a change that does not wait for this ToR
     */
    boolean onAnswer(final int tor, final long id, final String refusal) {
        final Change change = changes.get(id);
        if (id == NOBODY && refusal != null) {
            output.notRestored(tor, refusal);
        }
        if (change == null || !change.missing.remove(tor)) {
            return id == NOBODY;
        }
        if (refusal != null) {
            change.asked.remove(tor);
            giveUp(id, "ToR " + tor + ": " + refusal);
        } else if (change.missing.isEmpty()) {
            finish(id, change);
        }
        return true;
    }

    /** All ToRs have it. What cannot be kept is taken back: a restart would take it back silently. */
    private void finish(final long id, final Change change) {
        final String unkept = output.keep(change.group, change.after);
        if (unkept != null) {
            giveUp(id, unkept);
            return;
        }
        changes.remove(id);
        if (change.after.isEmpty()) {
            groups.remove(change.group);
        } else {
            groups.put(change.group, change.after);
        }
        output.answer(change.request, null);
    }

    /** Takes a change back from all ToRs that may have it. */
    private void giveUp(final long id, final String refusal) {
        final Change change = changes.remove(id);
        final Map<Integer, List<String>> before = groups.getOrDefault(change.group, Map.of());
        for (final int tor : change.asked) {
            if (connected.contains(tor)) {
                output.members(tor, NOBODY, change.group, before.getOrDefault(tor, List.of()));
            }
        }
        output.answer(change.request, refusal);
    }

    void onTime(final long nowNs) {
        for (final Map.Entry<Long, Change> each : List.copyOf(changes.entrySet())) {
            if (nowNs - each.getValue().deadlineNs >= 0) {
                giveUp(each.getKey(), "no answer: ToRs " + each.getValue().missing);
            }
        }
    }

    long deadlineNs() {
        return changes.values().stream()
                .mapToLong(each -> each.deadlineNs)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** Addresses of the groups, ascending. */
    List<Integer> groups() {
        return new ArrayList<>(groups.keySet());
    }
}
