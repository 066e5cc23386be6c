package io.polycast.core.surrogate;

import io.polycast.core.role.EntryTable;
import io.polycast.core.surrogate.snooping.Snooping;
import io.polycast.core.surrogate.spec.SurrogateGroup;
import io.polycast.core.surrogate.view.SurrogateView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Pictures of groups, for operators. */
final class GroupViews {
    private final Exits exits;
    private final EntryTable<SurrogateGroup> groups;

    GroupViews(final Exits exits, final EntryTable<SurrogateGroup> groups) {
        this.exits = exits;
        this.groups = groups;
    }

    /** A picture of a slot, with the exits that snooping adds. */
    SurrogateView view(final int slot, final long snooped) {
        final SurrogateGroup entry = groups.entry(slot);
        return new SurrogateView(
                entry.mcstId(),
                entry,
                snooped & exits.hosts(),
                nodes(snooped),
                0,
                groups.frames(slot),
                groups.copies(slot));
    }

    /** Pictures of groups that IGMP alone made, in order of their addresses read as unsigned numbers. */
    List<SurrogateView> learned(final long nowNs, final Snooping snooping) {
        final List<SurrogateView> views = new ArrayList<>();
        for (int each = 0; each < snooping.capacity(); each++) {
            final long snooped = snooping.membersAt(each);
            if (snooped != 0 && groups.slot(snooping.groupAt(each)) == EntryTable.NONE) {
                views.add(
                        new SurrogateView(
                                snooping.groupAt(each),
                                null,
                                snooped & exits.hosts(),
                                nodes(snooped),
                                Math.max(0, snooping.endNs(each) - nowNs),
                                0,
                                0));
            }
        }
        views.sort(Comparator.comparingLong(view -> Integer.toUnsignedLong(view.mcstId())));
        return views;
    }

    private List<String> nodes(final long set) {
        final List<String> names = new ArrayList<>();
        for (int leg = 0; leg < exits.legs(); leg++) {
            if ((set >>> exits.exitOf(leg) & 1) != 0) {
                names.add(exits.leg(leg).node());
            }
        }
        return names;
    }
}
