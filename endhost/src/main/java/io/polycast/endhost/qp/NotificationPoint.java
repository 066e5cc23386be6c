package io.polycast.endhost.qp;

import io.polycast.endhost.settings.QpSettings;
import io.polycast.endhost.verbs.QpCounter;
import io.polycast.endhost.verbs.QpCounters;
import io.polycast.endhost.wire.HeaderTemplate;
import io.polycast.parser.icrc.Icrc;
import io.polycast.parser.wire.Cnp;
import io.polycast.parser.wire.Opcode;
import org.agrona.MutableDirectBuffer;

/** Notification point: at most one CNP per gap, however many packets come in marked. */
final class NotificationPoint {
    private final HeaderTemplate template;
    private final QpCounters counters;
    private final long gapNs;
    private boolean due;
    private boolean sentOnce;
    private long lastNs;

    NotificationPoint(final QpSettings settings, final QpCounters counters, final Icrc icrc) {
        template = new HeaderTemplate(settings, settings.cnpTrafficClass(), true, icrc);
        this.counters = counters;
        gapNs = settings.cnpGapNs();
    }

    void onMarked(final long nowNs) {
        if (gapNs > 0 && (!sentOnce || nowNs - lastNs >= gapNs)) {
            due = true;
            sentOnce = true;
            lastNs = nowNs;
        }
    }

    /**
     * Writes the CNP that is due.
     *
     * @return its length, or 0
     */
    int poll(final MutableDirectBuffer out, final int offset) {
        if (!due) {
            return 0;
        }
        due = false;
        final int body = template.begin(out, offset, Opcode.CNP, 0, false);
        out.setMemory(body, Cnp.RESERVED_LENGTH, (byte) 0);
        counters.increment(QpCounter.CNP_SENT);
        return template.finish(out, offset, body + Cnp.RESERVED_LENGTH);
    }

    void reset() {
        due = false;
        sentOnce = false;
    }
}
