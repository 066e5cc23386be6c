package io.polycast.dataplane.control;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.polycast.core.role.QueuePicture;
import java.util.List;

/** Output queues as {@code show voqs} and {@code replay --tables} have them. */
public final class QueueText {
    private QueueText() {}

    /**
     * @param queues of the role
     * @param portNames of the switch, by index
     * @return one object for each
     */
    public static ArrayNode of(final List<QueuePicture> queues, final List<String> portNames) {
        final ArrayNode all = ControlProtocol.JSON.createArrayNode();
        for (final QueuePicture each : queues) {
            final QueuePicture.Place to = each.place();
            all.addObject()
                    .put("egress", to.node() == null ? portNames.get(to.port()) : to.node())
                    .put("priority", to.priority())
                    .put("lane", to.lane())
                    .put("backlog", each.backlog())
                    .put("granted", each.granted())
                    .put("outstanding", each.outstanding())
                    .put("dropped", each.dropped())
                    .put("suspended", each.suspended());
        }
        return all;
    }
}
