package io.polycast.dataplane.opening;

import com.fasterxml.jackson.databind.JsonNode;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.groups.GroupOrigin;
import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.dataplane.state.GroupJournal;
import io.polycast.dataplane.state.StateException;
import io.polycast.dataplane.yaml.ConfigurationException;
import io.polycast.parser.contract.GroupEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The groups of a journal, parsed. Parsing 10,000 entries takes seconds in a young process, so a
 * take-over does it while the predecessor serves. Entries that changed since are parsed when the
 * predecessor has ended.
 */
public final class PreparedGroups {
    private static final int LEAST_READS = 3;
    private static final long SETTLE_NS = TimeUnit.SECONDS.toNanos(1);

    private final GroupJournal journal;
    private final List<Kept> groups;

    /**
     * One entry of the journal.
     *
     * @param id that it stands under
     * @param text of it
     * @param group that it describes, or null
     * @param refusal why it describes none, or null
     * @param origin of the entry
     */
    public record Kept(
            String id, String text, GroupEntry group, String refusal, GroupOrigin origin) {
        private Kept from(final GroupOrigin other) {
            return other.equals(origin) ? this : new Kept(id, text, group, refusal, other);
        }
    }

    private PreparedGroups(final GroupJournal journal, final List<Kept> groups) {
        this.journal = journal;
        this.groups = groups;
    }

    /**
     * Reads the journal of a predecessor that serves. Damage may be a line that the predecessor is
     * writing, so that a damaged journal is read again for a second, and at least three times.
     *
     * @param reading reads the journal once
     * @param pause between two reads
     * @return the first journal that is undamaged, else the last one
     * @throws StateException when a read failed
     */
    public static GroupJournal read(
            final TakeOver.Opening<GroupJournal> reading, final Runnable pause)
            throws StateException {
        final long startNs = System.nanoTime();
        GroupJournal found = reading.open();
        for (int reads = 1;
                !found.damage().isEmpty()
                        && (reads < LEAST_READS || System.nanoTime() - startNs < SETTLE_NS);
                reads++) {
            pause.run();
            found = reading.open();
        }
        return found;
    }

    /**
     * @param journal to read
     * @param configuration of the switch that the groups are for
     * @param before parsed of an earlier picture of the journal, or null
     * @return its groups, in its order
     */
    public static PreparedGroups of(
            final GroupJournal journal,
            final Configuration configuration,
            final PreparedGroups before) {
        if (before != null && before.journal == journal) {
            return before;
        }
        final Map<String, Kept> known = new HashMap<>();
        if (before != null) {
            before.groups.forEach(each -> known.put(each.text(), each));
        }
        final String source = journal.file().toString();
        final List<Kept> all = new ArrayList<>();
        for (final Map.Entry<String, JsonNode> each : journal.entries().entrySet()) {
            final String more = journal.kept(each.getKey());
            final String text = each.getValue().toString();
            final Kept same = more == null ? known.get(text) : null;
            final Kept kept =
                    same == null ? parse(source, each.getKey(), text, more, configuration) : same;
            all.add(kept.from(journal.origin(each.getKey())));
        }
        return new PreparedGroups(journal, all);
    }

    private static Kept parse(
            final String source,
            final String id,
            final String text,
            final String more,
            final Configuration configuration) {
        try {
            final GroupEntry read = ConfigurationReader.parseGroup(source, text, configuration);
            final GroupEntry group =
                    more == null ? read : configuration.role().restored(read, more);
            final String refusal =
                    group == null ? "its registration was kept by another version" : null;
            return new Kept(id, text, group, refusal, GroupOrigin.COMMAND);
        } catch (final ConfigurationException e) {
            return new Kept(id, text, null, e.getMessage(), GroupOrigin.COMMAND);
        }
    }

    public GroupJournal journal() {
        return journal;
    }

    public Collection<Kept> groups() {
        return groups;
    }
}
