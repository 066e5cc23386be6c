package io.polycast.node.link;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.controller.agent.MemberMemory;
import io.polycast.controller.agent.ToController;
import io.polycast.dataplane.remote.LinkLine;
import io.polycast.parser.mrp.MrpAddress;
import java.util.Base64;

/** A line that is written key by key. */
final class Document {
    /** End of a text that was cut. */
    private static final String CUT = "...";

    private final ObjectNode node = JsonNodeFactory.instance.objectNode();

    Document(final String type) {
        node.put("type", type);
    }

    Document request(final long request, final String group) {
        node.put("request", request);
        node.put("group", group);
        return this;
    }

    Document change(final String group, final long change) {
        node.put("group", group);
        node.put("change", change);
        return this;
    }

    Document number(final String group, final long number) {
        node.put("group", group);
        node.put("number", number);
        return this;
    }

    /** A text; no longer than its reader takes. */
    Document put(final String key, final String value) {
        node.put(
                key,
                value.length() <= LinkLine.TEXT
                        ? value
                        : value.substring(0, LinkLine.TEXT - CUT.length()) + CUT);
        return this;
    }

    Document put(final String key, final long value) {
        node.put(key, value);
        return this;
    }

    Document put(final String key, final boolean value) {
        node.put(key, value);
        return this;
    }

    /** An address; {@link MrpAddress#NONE} is left out. */
    Document put(final String key, final MrpAddress value) {
        if (!value.equals(MrpAddress.NONE)) {
            node.put(key, value.toString());
        }
        return this;
    }

    Document put(final String key, final byte[] value) {
        node.put(key, Base64.getEncoder().encodeToString(value));
        return this;
    }

    Document psn(final int psn) {
        if (psn != ToController.NO_PSN) {
            node.put("psn", psn);
        }
        return this;
    }

    Document memory(final MemberMemory memory) {
        if (memory != null) {
            node.putObject("memory")
                    .put("va", memory.va())
                    .put("length", memory.length())
                    .put("rkey", memory.rkey() & 0xFFFF_FFFFL);
        }
        return this;
    }

    String text() {
        return LinkLine.write(node);
    }
}
