package io.polycast.controller.machine;

import io.polycast.controller.group.GroupImage;
import io.polycast.controller.log.Command;
import io.polycast.controller.log.Outcome;
import io.polycast.parser.mrp.MrpAddress;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Keys of idempotency: a request that comes again gets the answer of the first, now or when there is one.
 * The oldest keys are forgotten when there are too many.
 */
final class Keys {
    /** A request that has a key; the outcome has no picture of a group. */
    static final class Known {
        final String print;
        final long request;
        final String group;
        final List<Long> others = new ArrayList<>();
        Outcome outcome;

        Known(final String print, final long request, final String group) {
            this.print = print;
            this.request = request;
            this.group = group;
        }
    }

    private final Map<String, Known> known = new LinkedHashMap<>();
    private final Map<Long, String> byRequest = new LinkedHashMap<>();
    private final int limit;

    Keys(final int limit) {
        this.limit = limit;
    }

    /** SHA-256 of a command in words: as long for a thousand hosts as for one. */
    static String print(final Command command) {
        try {
            return HexFormat.of()
                    .formatHex(
                            MessageDigest.getInstance("SHA-256")
                                    .digest(command.toString().getBytes(StandardCharsets.UTF_8)));
        } catch (final NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The request of a key, or null. */
    Known find(final String key) {
        return known.get(key);
    }

    void put(final String key, final Known request) {
        final Iterator<Map.Entry<String, Known>> oldest = known.entrySet().iterator();
        while (known.size() >= limit && oldest.hasNext()) {
            byRequest.remove(oldest.next().getValue().request);
            oldest.remove();
        }
        known.put(key, request);
        byRequest.put(request.request, key);
    }

    /** Keeps an outcome, and answers the requests that wait for it too. */
    List<Long> answered(final long request, final Outcome outcome) {
        final String key = byRequest.get(request);
        if (key == null) {
            return List.of();
        }
        final Known entry = known.get(key);
        entry.outcome =
                new Outcome(
                        outcome.kind(),
                        outcome.reason(),
                        outcome.text(),
                        null,
                        outcome.missing(),
                        outcome.ms());
        final List<Long> others = List.copyOf(entry.others);
        entry.others.clear();
        return others;
    }

    void write(final DataOutput out) throws IOException {
        out.writeInt(known.size());
        for (final Map.Entry<String, Known> each : known.entrySet()) {
            final Known entry = each.getValue();
            out.writeUTF(each.getKey());
            out.writeUTF(entry.print);
            out.writeLong(entry.request);
            out.writeUTF(entry.group);
            out.writeInt(entry.others.size());
            for (final long other : entry.others) {
                out.writeLong(other);
            }
            out.writeBoolean(entry.outcome != null);
            if (entry.outcome != null) {
                write(out, entry.outcome);
            }
        }
    }

    void read(final DataInput in) throws IOException {
        known.clear();
        byRequest.clear();
        for (int left = in.readInt(); left > 0; left--) {
            final String key = in.readUTF();
            final Known entry = new Known(in.readUTF(), in.readLong(), in.readUTF());
            for (int more = in.readInt(); more > 0; more--) {
                entry.others.add(in.readLong());
            }
            if (in.readBoolean()) {
                entry.outcome = readOutcome(in);
            }
            put(key, entry);
        }
    }

    private static void write(final DataOutput out, final Outcome outcome) throws IOException {
        out.writeByte(outcome.kind().ordinal());
        out.writeUTF(outcome.reason());
        out.writeUTF(outcome.text());
        out.writeLong(outcome.ms());
        out.writeInt(outcome.missing().size());
        for (final MrpAddress each : outcome.missing()) {
            GroupImage.write(out, each);
        }
    }

    private static Outcome readOutcome(final DataInput in) throws IOException {
        final Outcome.Kind kind = Outcome.Kind.values()[in.readByte()];
        final String reason = in.readUTF();
        final String text = in.readUTF();
        final long ms = in.readLong();
        final List<MrpAddress> missing = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            missing.add(GroupImage.readAddress(in));
        }
        return new Outcome(kind, reason, text, null, List.copyOf(missing), ms);
    }
}
