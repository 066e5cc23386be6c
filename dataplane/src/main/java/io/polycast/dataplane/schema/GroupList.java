package io.polycast.dataplane.schema;

import io.polycast.dataplane.yaml.BoundedInput;
import io.polycast.dataplane.yaml.ConfigurationException;
import io.polycast.dataplane.yaml.Nodes;
import io.polycast.dataplane.yaml.Problem;
import io.polycast.dataplane.yaml.Problems;
import io.polycast.dataplane.yaml.YamlText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionEndEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.Event.ID;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.parser.Parser;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * A list of group entries, YAML or JSON, taken apart while it is read: no more than one entry is
 * held. Each entry comes out as its own text, with its place, so that messages can name line and
 * column of the list.
 */
public final class GroupList {
    /** Most bytes of a list. */
    public static final long MOST_BYTES = 64L << 20;

    /** Most bytes of one entry: no group's has as many. */
    public static final int MOST_ENTRY_BYTES = 1 << 19;

    /** Levels of nesting: more than any entry has. */
    private static final int DEEPEST = 64;

    private final String name;
    private final KeepingReader text;
    private final Parser parser;
    private final boolean list;

    /** Where the entry ended that was read last. */
    private Mark behind;

    /**
     * One entry.
     *
     * @param line that it begins in, counted from 1
     * @param column of the text's first character, counted from 1
     * @param text of the entry alone
     * @param problem why it is none, or null; then there is no text
     */
    public record Entry(int line, int column, String text, Problem problem) {}

    private GroupList(final String name, final KeepingReader text) {
        this.name = name;
        this.text = text;
        final LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(Integer.MAX_VALUE);
        parser = new ParserImpl(new StreamReader(text), options);
        list = beginsList();
    }

    /**
     * @param name of the text, for messages
     * @param in that has it, in UTF-8; closed by the caller
     * @return the text, of which no more is read than what tells whether it is a list
     */
    public static GroupList open(final String name, final InputStream in) {
        return open(name, in, MOST_BYTES);
    }

    static GroupList open(final String name, final InputStream in, final long mostBytes) {
        return new GroupList(
                name,
                new KeepingReader(
                        new BufferedReader(
                                new InputStreamReader(
                                        new BoundedInput(in, mostBytes),
                                        StandardCharsets.UTF_8.newDecoder()))));
    }

    /** Whether the text begins a list. The reader of a single entry judges all other texts. */
    private boolean beginsList() {
        final Problems unheard = new Problems(name);
        final Boolean begins =
                YamlText.guarded(
                        () -> {
                            parser.getEvent();
                            if (parser.checkEvent(ID.StreamEnd)) {
                                return false;
                            }
                            parser.getEvent();
                            return parser.checkEvent(ID.SequenceStart);
                        },
                        unheard);
        if (begins == null || !begins) {
            return false;
        }
        parser.getEvent();
        return true;
    }

    /**
     * @return whether it is a list; else only {@link #whole} has something
     */
    public boolean isList() {
        return list;
    }

    /**
     * @return the text of what is no list, or null when it has more than {@link #MOST_ENTRY_BYTES}
     * @throws IOException when it cannot be read
     */
    public String whole() throws IOException {
        return text.readUpTo(MOST_ENTRY_BYTES);
    }

    /**
     * @return the next entry, or null behind the last one
     * @throws ConfigurationException when the list cannot be taken apart from here on
     */
    public Entry next() throws ConfigurationException {
        final Problems problems = new Problems(name);
        final Entry[] found = new Entry[1];
        YamlText.guarded(
                () -> {
                    if (parser.checkEvent(ID.SequenceEnd)) {
                        requireEnd(problems);
                    } else {
                        found[0] = readEntry(problems);
                    }
                    return true;
                },
                problems);
        problems.throwIfAny();
        return found[0];
    }

    private void requireEnd(final Problems problems) {
        parser.getEvent();
        parser.getEvent();
        final Event next = parser.peekEvent();
        if (next != null && !next.is(ID.StreamEnd)) {
            problems.error(
                    next.getStartMark(),
                    "a second document stands behind the list",
                    "write one list");
        }
    }

    private Entry readEntry(final Problems problems) {
        final Event first = parser.peekEvent();
        final Mark start = first.getStartMark();
        text.dropBefore(start.getIndex());
        final Problem foreign = skip(problems);
        if (foreign != null || !problems.isEmpty()) {
            return new Entry(start.getLine() + 1, start.getColumn() + 1, null, foreign);
        }
        final String entry = text.until(behind.getIndex());
        if (entry.getBytes(StandardCharsets.UTF_8).length > MOST_ENTRY_BYTES) {
            final Problem tooLarge =
                    problem(
                            start,
                            "the entry is larger than " + MOST_ENTRY_BYTES + " bytes",
                            "no group's entry is");
            return new Entry(start.getLine() + 1, start.getColumn() + 1, null, tooLarge);
        }
        // The lines of a block count their indentation from the first one's.
        final boolean block = first instanceof MappingStartEvent mapping && !mapping.isFlow();
        return block
                ? new Entry(start.getLine() + 1, 1, " ".repeat(start.getColumn()) + entry, null)
                : new Entry(start.getLine() + 1, start.getColumn() + 1, entry, null);
    }

    /** Reads past one node; says what is wrong with it alone, or null. */
    private Problem skip(final Problems problems) {
        final Set<String> anchors = new HashSet<>();
        Problem foreign = null;
        int depth = 0;
        do {
            final Event event = parser.getEvent();
            behind = event.getEndMark();
            if (event instanceof AliasEvent alias) {
                if (foreign == null && !anchors.contains(alias.getAnchor())) {
                    foreign =
                            problem(
                                    event.getStartMark(),
                                    "alias *"
                                            + Nodes.shortened(alias.getAnchor())
                                            + " names nothing in this entry",
                                    "write the entry out");
                }
            } else if (event instanceof NodeEvent node && node.getAnchor() != null) {
                anchors.add(node.getAnchor());
            }
            if (event instanceof CollectionStartEvent) {
                depth++;
            } else if (event instanceof CollectionEndEvent) {
                depth--;
            }
            if (depth > DEEPEST) {
                problems.error(
                        event.getStartMark(),
                        "more than " + DEEPEST + " levels of nesting",
                        "no group's entry has as many");
                return null;
            }
        } while (depth > 0);
        return foreign;
    }

    private Problem problem(final Mark at, final String what, final String remedy) {
        return new Problem(name, at.getLine() + 1, at.getColumn() + 1, what, remedy);
    }
}
