package io.polycast.node.link;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.polycast.parser.mrp.MrpAddress;
import java.io.IOException;
import java.util.Base64;

/** Keys of one line, read with their ranges. */
final class LinkLine {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String NAME = "[A-Za-z0-9._-]{1,64}";
    private static final int TEXT = 1024;
    private static final long MAX_24 = 0xFF_FFFFL;

    private final JsonNode node;

    private LinkLine(final JsonNode node) {
        this.node = node;
    }

    static LinkLine parse(final String line) throws LinkException {
        if (line.length() > AgentLinkCodec.LINE) {
            throw new LinkException("a line may have " + AgentLinkCodec.LINE + " bytes");
        }
        try {
            final JsonNode node = JSON.readTree(line);
            if (node == null || !node.isObject()) {
                throw new LinkException("the line is no JSON object");
            }
            return new LinkLine(node);
        } catch (final JsonProcessingException wrong) {
            throw new LinkException("the line is no JSON: " + wrong.getOriginalMessage());
        }
    }

    String type() throws LinkException {
        return text("type");
    }

    boolean has(final String key) {
        return node.hasNonNull(key);
    }

    LinkLine inner(final String key) throws LinkException {
        final JsonNode value = node.get(key);
        if (value == null || !value.isObject()) {
            throw wrong(key, "an object");
        }
        return new LinkLine(value);
    }

    String text(final String key) throws LinkException {
        final JsonNode value = node.get(key);
        if (value == null || !value.isTextual() || value.textValue().length() > TEXT) {
            throw wrong(key, "a text of at most " + TEXT + " characters");
        }
        return value.textValue();
    }

    String group() throws LinkException {
        final String name = text("group");
        if (!name.matches(NAME)) {
            throw wrong("group", "1 to 64 of A-Z a-z 0-9 . _ -");
        }
        return name;
    }

    boolean flag(final String key) throws LinkException {
        final JsonNode value = node.get(key);
        if (value == null || !value.isBoolean()) {
            throw wrong(key, "true or false");
        }
        return value.booleanValue();
    }

    long number(final String key, final long from, final long to) throws LinkException {
        final JsonNode value = node.get(key);
        if (value == null || !value.isIntegralNumber() || !value.canConvertToLong()) {
            throw wrong(key, "a whole number");
        }
        final long number = value.longValue();
        if (number < from || number > to) {
            throw wrong(key, "a number in [" + from + ", " + to + "]");
        }
        return number;
    }

    long request() throws LinkException {
        return number("request", 0, Long.MAX_VALUE);
    }

    long change() throws LinkException {
        return number("change", 0, Long.MAX_VALUE);
    }

    int word24(final String key) throws LinkException {
        return (int) number(key, 0, MAX_24);
    }

    MrpAddress address(final String key) throws LinkException {
        return LinkAddress.parse(text(key));
    }

    byte[] bytes(final String key) throws LinkException {
        final JsonNode value = node.get(key);
        if (value == null || !value.isTextual()) {
            throw wrong(key, "base64");
        }
        try {
            return Base64.getDecoder().decode(value.textValue());
        } catch (final IllegalArgumentException wrong) {
            throw wrong(key, "base64");
        }
    }

    private static LinkException wrong(final String key, final String wanted) {
        return new LinkException("key \"" + key + "\" must be " + wanted);
    }

    static String write(final JsonNode document) {
        try {
            return JSON.writeValueAsString(document);
        } catch (final IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
