package io.polycast.dataplane.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a journal of this format or the one before, and skips damaged lines. If a line is missing, it may
 * have been the last change of any group. All groups without a later change are then left out, unless the
 * damaged line still names its group.
 */
final class JournalReader {
    static final String FORMAT = "polycast-groups";
    static final int VERSION = 2;

    /** Keys of the header, and of a record. */
    static final String SNAPSHOT = "snapshot";

    static final String FLOOR = "floor";
    static final String ITS_VERSION = "version";

    /** Key of the role that wrote an entry. */
    static final String ROLE = "role";

    /** The role of entries that do not say theirs: earlier builds had no other. */
    private static final String FIRST_ROLE = "cepheus";

    /** Owner of the first line, which names the owner of the others. */
    static final String NOBODY = "";

    private static final int MOST_DIFFERENT = 2;

    /** Numbers that every reader of JSON takes as they are. */
    private static final long MOST_VERSION = 1L << 53;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String OLD_HEADER = "{\"format\":\"polycast-groups\",\"version\":1}";

    /** A group's record and its place. */
    private record Kept(int place, ObjectNode record) {}

    private final Path file;
    private final String owner;
    private final String role;
    private final byte[] text;
    private final Map<String, Kept> kept = new LinkedHashMap<>();
    private final List<ObjectNode> others = new ArrayList<>();
    private final List<String> damage = new ArrayList<>();

    /** Places of the lines that are damaged and still tell whose they were. */
    private final BitSet known = new BitSet();

    private final BitSet seen = new BitSet();
    private ObjectNode header;
    private long floor;
    private long highest;
    private int lastPlace;

    /** Last good place before a damaged line that does not tell its own. */
    private int unknownBehind = -1;

    private int lastChange;
    private long end;
    private boolean whole;
    private boolean ended;

    JournalReader(final Path file, final String owner, final String role, final byte[] text) {
        this.file = file;
        this.owner = owner;
        this.role = role;
        this.text = text;
    }

    void read() throws StateException {
        int line = 0;
        int from = 0;
        for (int to = lineEnd(text, 0); to >= 0; to = lineEnd(text, from)) {
            line++;
            if (line == 1) {
                readHeader(from, to);
            } else if (header == null) {
                readOld(line, from, to);
            } else if (ended) {
                damage.add(at(line) + " stands behind the end and is left out");
                whole = false;
            } else {
                readRecord(line, from, to);
            }
            from = to + 1;
        }
        if (line == 0 && !isBegunHeader()) {
            throw foreign(1, null);
        }
        if (line == 0 || header != null) {
            leaveOutDoubtful();
            refuseOtherRoles();
            sayTail(line, from);
        } else if (from < text.length) {
            damage.add(at(line + 1) + " is unfinished and is left out");
        }
    }

    private boolean isBegunHeader() {
        final String found = new String(text, StandardCharsets.ISO_8859_1);
        return found.startsWith("{\"crc\":\"")
                || "{\"crc\":\"".startsWith(found)
                || OLD_HEADER.startsWith(found);
    }

    private void readHeader(final int from, final int to) throws StateException {
        if (new String(text, from, to - from, StandardCharsets.ISO_8859_1).equals(OLD_HEADER)) {
            return;
        }
        final ObjectNode found = JournalRecord.read(NOBODY, text, from, to).body();
        if (found == null
                || !FORMAT.equals(found.path("format").asText())
                || found.path("version").asInt() != VERSION) {
            throw foreign(1, null);
        }
        if (!owner.equals(found.path("switch").asText())) {
            throw new StateException(
                    "groups file "
                            + file
                            + " is of switch "
                            + found.path("switch")
                            + ", not of "
                            + owner
                            + "; put this switch's own there, or start with --forget-groups to do"
                            + " without the groups that were set at run time");
        }
        header = found;
        floor = version(found.path(FLOOR), 0);
        highest = floor;
        whole = true;
    }

    private void readOld(final int line, final int from, final int to) throws StateException {
        try {
            final JsonNode node = JSON.readTree(text, from, to - from);
            if (!node.isObject() || !apply(line, (ObjectNode) node)) {
                throw foreign(line, null);
            }
        } catch (final IOException e) {
            throw foreign(line, e);
        }
    }

    private void readRecord(final int line, final int from, final int to) {
        final JournalRecord found = JournalRecord.read(owner, text, from, to);
        final ObjectNode body = found.body();
        if (body != null && body.has(JournalRecord.END)) {
            ended = found.place() > lastPlace;
            lastChange = Math.max(lastChange, found.place() - 1);
            end = from;
        } else if (body != null && found.place() > lastPlace) {
            seen.set(found.place());
            lastPlace = found.place();
            lastChange = lastPlace;
            apply(lastPlace, body);
        } else {
            drop(line, found, from, to);
        }
    }

    private void drop(final int line, final JournalRecord found, final int from, final int to) {
        whole = false;
        if (seen.get(Math.max(0, found.place()))) {
            damage.add(at(line) + " stands there once more and is passed over");
            return;
        }
        lastChange = Math.max(lastChange, found.place());
        if (found.place() == JournalRecord.UNKNOWN && !isNearlyTheEnd(from, to)) {
            unknownBehind = lastPlace;
        }
        if (found.place() == JournalRecord.UNKNOWN || found.group() == 0) {
            known.set(Math.max(0, found.place()));
            damage.add(at(line) + " is damaged and is left out");
            return;
        }
        known.set(Math.max(0, found.place()));
        final String id = quad(found.group());
        final Kept before = kept.get(id);
        if (before != null && before.place() < found.place()) {
            kept.remove(id);
        }
        damage.add(
                at(line)
                        + ", of group "
                        + id
                        + ", is damaged: the group is left out, unless a later line sets it");
    }

    /** No change looks like the line that is to come here as the last, but for a damaged byte or two. */
    private boolean isNearlyTheEnd(final int from, final int to) {
        final byte[] expected =
                JournalRecord.lastLine(owner, lastPlace).getBytes(StandardCharsets.UTF_8);
        int different = expected.length == to - from ? 0 : MOST_DIFFERENT + 1;
        for (int i = 0; i < expected.length && different <= MOST_DIFFERENT; i++) {
            different += from + i < to && text[from + i] == expected[i] ? 0 : 1;
        }
        return different <= MOST_DIFFERENT;
    }

    /** Leaves out groups whose last change may be a line that is missing inside the file. */
    private void leaveOutDoubtful() {
        final int snapshot = header == null ? 0 : header.path(SNAPSHOT).asInt();
        // Without an end nothing tells whether a line behind the last good one was a change.
        int doubt = !ended && unknownBehind == lastPlace ? lastChange + 1 : 0;
        for (int place = 1; place <= lastChange; place++) {
            if (!seen.get(place)) {
                whole = false;
                // Each group stands once among the first ones: one that is missing is nobody
                // else's.
                if (place > snapshot && !known.get(place)) {
                    doubt = Math.max(doubt, place);
                }
            }
        }
        final int last = doubt;
        kept.entrySet()
                .removeIf(
                        each -> {
                            final boolean doubtful = each.getValue().place() < last;
                            if (doubtful) {
                                damage.add(
                                        "group "
                                                + each.getKey()
                                                + " is left out: a damaged line of "
                                                + file
                                                + " may have been its last change");
                            }
                            return doubtful;
                        });
    }

    /** An entry of another role means something else, or nothing. */
    private void refuseOtherRoles() throws StateException {
        for (final Map.Entry<String, Kept> each : kept.entrySet()) {
            final String writer = each.getValue().record().path(ROLE).asText(FIRST_ROLE);
            if (!role.equals(writer)) {
                throw new StateException(
                        "groups file "
                                + file
                                + ": group "
                                + each.getKey()
                                + " was set for role "
                                + writer
                                + ", and this switch has role "
                                + role
                                + "; write switch.role: "
                                + writer
                                + ", or start with --forget-groups to do without the groups that"
                                + " were set at run time");
            }
        }
    }

    private void sayTail(final int line, final int from) {
        if (!ended) {
            whole = false;
            damage.add(
                    at(Math.max(1, line))
                            + " is followed by nothing that says it is the last: later changes, if"
                            + " there were any, are lost");
        } else if (from < text.length) {
            whole = false;
            damage.add(at(line + 1) + " stands behind the end and is left out");
        }
    }

    private boolean apply(final int place, final ObjectNode record) {
        final JsonNode id = record.path("set").path("id");
        if (id.isTextual()) {
            highest = Math.max(highest, version(record));
            kept.put(id.textValue(), new Kept(place, record));
            return true;
        }
        if (record.path("unset").isTextual()) {
            final Kept gone = kept.remove(record.path("unset").textValue());
            floor = Math.max(floor, gone == null ? 0 : version(gone.record()));
            floor = Math.max(floor, version(record.path(ITS_VERSION), 0));
            highest = Math.max(highest, floor);
            return true;
        }
        others.add(record);
        return false;
    }

    /** Of the group that a record sets; 1 where an earlier build has not written any. */
    static long version(final ObjectNode record) {
        return version(record.path(ITS_VERSION), 1);
    }

    private static long version(final JsonNode written, final long otherwise) {
        final boolean usable =
                written.isIntegralNumber() && written.canConvertToLong() && written.asLong() > 0;
        return usable ? Math.min(written.asLong(), MOST_VERSION) : otherwise;
    }

    static int lineEnd(final byte[] text, final int from) {
        int at = from;
        while (at < text.length && text[at] != '\n') {
            at++;
        }
        return at < text.length ? at : -1;
    }

    private String at(final int line) {
        return "groups file " + file + ": line " + line;
    }

    private static String quad(final int id) {
        return (id >>> 24) + "." + (id >>> 16 & 0xFF) + "." + (id >>> 8 & 0xFF) + "." + (id & 0xFF);
    }

    private StateException foreign(final int line, final Throwable cause) {
        return new StateException(
                at(line)
                        + " is not this version's; start with --forget-groups to do without the"
                        + " groups that were set at run time",
                cause);
    }

    /** Whether the file is of this format and undamaged, so that it can be appended to. */
    boolean isWhole() {
        return whole && ended;
    }

    Map<String, ObjectNode> records() {
        final Map<String, ObjectNode> all = new LinkedHashMap<>();
        kept.forEach((id, each) -> all.put(id, each.record()));
        return all;
    }

    /**
     * Content of the first line, to be written again; empty without a first line of this format.
     */
    ObjectNode header() {
        return header == null ? JSON.createObjectNode() : header;
    }

    /** Highest version of the groups that are gone. */
    long floor() {
        return floor;
    }

    /** Highest version of all. */
    long highest() {
        return highest;
    }

    /** Records of a kind that this version does not know; kept for one that does. */
    List<ObjectNode> others() {
        return others;
    }

    List<String> damage() {
        return damage;
    }

    /** Place of the last change. */
    int lastPlace() {
        return lastPlace;
    }

    /** Where the line that ends the file begins. */
    long end() {
        return end;
    }
}
