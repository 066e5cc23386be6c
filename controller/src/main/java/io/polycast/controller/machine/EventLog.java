package io.polycast.controller.machine;

import io.polycast.controller.group.GroupImage;
import io.polycast.controller.log.News;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;

/** The latest events, numbered from 1; the oldest are forgotten. */
final class EventLog {
    private final ArrayDeque<News> events = new ArrayDeque<>();
    private final int limit;
    private long last;

    EventLog(final int limit) {
        this.limit = limit;
    }

    long nextNumber() {
        return ++last;
    }

    void add(final News news) {
        if (events.size() == limit) {
            events.removeFirst();
        }
        events.addLast(news);
    }

    /** Events behind a number, oldest first. */
    List<News> after(final long number) {
        return events.stream().filter(each -> each.number() > number).toList();
    }

    void write(final DataOutput out) throws IOException {
        out.writeLong(last);
        out.writeInt(events.size());
        for (final News each : events) {
            out.writeLong(each.number());
            out.writeLong(each.timeMs());
            out.writeUTF(each.group());
            out.writeUTF(each.kind());
            GroupImage.write(out, each.ip());
            out.writeUTF(each.text());
        }
    }

    void read(final DataInput in) throws IOException {
        last = in.readLong();
        events.clear();
        for (int left = in.readInt(); left > 0; left--) {
            events.add(
                    new News(
                            in.readLong(),
                            in.readLong(),
                            in.readUTF(),
                            in.readUTF(),
                            GroupImage.readAddress(in),
                            in.readUTF()));
        }
    }
}
