package io.polycast.core.cepheus.view;

import io.polycast.parser.psn.Psn;
import java.util.List;
import java.util.function.Predicate;

/**
 * What a group waits for: {@code show why} in numbers.
 *
 * @param kind of thing
 * @param holder index of the path that holds the group back, or {@link GroupProgress#UNKNOWN}: no path does
 * @param others paths that hold it back as well
 * @param psn that the group waits for, 24 bits, or {@link GroupProgress#UNKNOWN}
 */
public record GroupWait(Kind kind, int holder, int others, int psn) {
    /** Things that a group waits for. */
    public enum Kind {
        /** Data of any member: the group has no source. */
        SOURCE,
        /** A receiver in service. */
        RECEIVER,
        /** Data of the source: all that was sent is acknowledged. */
        DATA,
        /** The first feedback of a path whose AckPSN is unknown. */
        FIRST_FEEDBACK,
        /** An ACK. */
        ACK,
        /** The retransmission of a PSN that a receiver asked for. */
        RETRANSMISSION
    }

    private static final int UNKNOWN = GroupProgress.UNKNOWN;

    /** Reads a picture. Of several paths that hold a group back the one heard least recently is named. */
    public static GroupWait of(final GroupView group) {
        final GroupProgress progress = group.progress();
        if (progress.sourcePath() == UNKNOWN) {
            return new GroupWait(Kind.SOURCE, UNKNOWN, 0, UNKNOWN);
        }
        final List<PathView> receivers =
                group.paths().stream().filter(GroupWait::isReceiver).toList();
        if (receivers.isEmpty()) {
            return new GroupWait(Kind.RECEIVER, UNKNOWN, 0, UNKNOWN);
        }
        if (receivers.stream().anyMatch(path -> path.ackPsn() == UNKNOWN)) {
            return held(Kind.FIRST_FEEDBACK, receivers, path -> path.ackPsn() == UNKNOWN, UNKNOWN);
        }
        final int minimum = group.paths().get(progress.minimumPath()).ackPsn();
        if (progress.highestPsn() == UNKNOWN || Psn.distance(minimum, progress.highestPsn()) <= 0) {
            return new GroupWait(Kind.DATA, UNKNOWN, 0, UNKNOWN);
        }
        final int due = Psn.next(minimum);
        final GroupWait wait = held(Kind.ACK, receivers, path -> path.ackPsn() == minimum, due);
        return group.paths().get(wait.holder).waitingNak() == due
                ? new GroupWait(Kind.RETRANSMISSION, wait.holder, wait.others, due)
                : wait;
    }

    private static boolean isReceiver(final PathView path) {
        return switch (path.state()) {
            case "source", "evicted", "demoted" -> false;
            default -> true;
        };
    }

    private static GroupWait held(
            final Kind kind,
            final List<PathView> receivers,
            final Predicate<PathView> holds,
            final int psn) {
        int holders = 0;
        PathView latest = null;
        for (final PathView path : receivers) {
            if (holds.test(path)) {
                holders++;
                latest =
                        latest == null || path.lastHeardNs() < latest.lastHeardNs() ? path : latest;
            }
        }
        return new GroupWait(kind, latest.index(), holders - 1, psn);
    }
}
