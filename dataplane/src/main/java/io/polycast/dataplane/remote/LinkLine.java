package io.polycast.dataplane.remote;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.polycast.parser.mrp.MrpAddress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** One JSON document of a link: a line, and its keys with their ranges. Not for the control socket. */
public final class LinkLine {
    /** Most characters of a line of a link. */
    public static final int MOST = 65_536;

    /** Most characters of a text in a line. */
    public static final int TEXT = 1024;

    /** Line that only shows life, in both directions. */
    public static final String PING = "{\"type\":\"ping\"}";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String NAME = "[A-Za-z0-9._-]{1,64}";
    private static final long MAX_24 = 0xFF_FFFFL;

    private final JsonNode node;

    private LinkLine(final JsonNode node) {
        this.node = node;
    }

    /**
     * @param line without its line feed
     * @return its keys
     * @throws LinkException when it is too long or no JSON object
     */
    public static LinkLine parse(final String line) throws LinkException {
        if (line.length() > MOST) {
            throw new LinkException("a line may have " + MOST + " bytes");
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

    /** Name of the message. */
    public String type() throws LinkException {
        return text("type");
    }

    /** Whether a key is there and not null. */
    public boolean has(final String key) {
        return node.hasNonNull(key);
    }

    /** The object below a key. */
    public LinkLine inner(final String key) throws LinkException {
        final JsonNode value = node.get(key);
        if (value == null || !value.isObject()) {
            throw wrong(key, "an object");
        }
        return new LinkLine(value);
    }

    /** A text of at most 1024 characters. */
    public String text(final String key) throws LinkException {
        final JsonNode value = node.get(key);
        if (value == null || !value.isTextual() || value.textValue().length() > TEXT) {
            throw wrong(key, "a text of at most " + TEXT + " characters");
        }
        return value.textValue();
    }

    /** Name below {@code group}. */
    public String group() throws LinkException {
        final String name = text("group");
        if (!name.matches(NAME)) {
            throw wrong("group", "1 to 64 of A-Z a-z 0-9 . _ -");
        }
        return name;
    }

    /** True or false. */
    public boolean flag(final String key) throws LinkException {
        final JsonNode value = node.get(key);
        if (value == null || !value.isBoolean()) {
            throw wrong(key, "true or false");
        }
        return value.booleanValue();
    }

    /** A whole number in [from, to]. */
    public long number(final String key, final long from, final long to) throws LinkException {
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

    /** Number below {@code request}. */
    public long request() throws LinkException {
        return number("request", 0, Long.MAX_VALUE);
    }

    /** Number below {@code change}. */
    public long change() throws LinkException {
        return number("change", 0, Long.MAX_VALUE);
    }

    /** A number of 24 bits. */
    public int word24(final String key) throws LinkException {
        return (int) number(key, 0, MAX_24);
    }

    /** An IPv4 or IPv6 address. */
    public MrpAddress address(final String key) throws LinkException {
        return LinkAddress.parse(text(key));
    }

    /** Bytes in base64. */
    public byte[] bytes(final String key) throws LinkException {
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

    /**
     * @param key of a list
     * @param most entries
     * @return the objects of the list
     */
    public List<LinkLine> objects(final String key, final int most) throws LinkException {
        final List<LinkLine> all = new ArrayList<>();
        for (final JsonNode each : list(key, most)) {
            if (!each.isObject()) {
                throw wrong(key, "a list of objects");
            }
            all.add(new LinkLine(each));
        }
        return all;
    }

    /**
     * @param key of a list
     * @param most entries
     * @param end of their range
     * @return whole numbers in [0, end)
     */
    public List<Integer> numbers(final String key, final int most, final int end)
            throws LinkException {
        final List<Integer> all = new ArrayList<>();
        for (final JsonNode each : list(key, most)) {
            if (!each.isInt() || each.intValue() < 0 || each.intValue() >= end) {
                throw wrong(key, "a list of numbers in [0, " + (end - 1) + "]");
            }
            all.add(each.intValue());
        }
        return all;
    }

    /**
     * @param key of a list
     * @param most entries
     * @return texts of at most 1024 characters
     */
    public List<String> texts(final String key, final int most) throws LinkException {
        final List<String> all = new ArrayList<>();
        for (final JsonNode each : list(key, most)) {
            if (!each.isTextual() || each.textValue().length() > TEXT) {
                throw wrong(key, "a list of texts of at most " + TEXT + " characters");
            }
            all.add(each.textValue());
        }
        return all;
    }

    /**
     * @return the keys of the document, in its order
     */
    public List<String> keys() {
        final List<String> keys = new ArrayList<>();
        node.fieldNames().forEachRemaining(keys::add);
        return keys;
    }

    private JsonNode list(final String key, final int most) throws LinkException {
        final JsonNode value = node.get(key);
        if (value == null || !value.isArray() || value.size() > most) {
            throw wrong(key, "a list of at most " + most + " entries");
        }
        return value;
    }

    private static LinkException wrong(final String key, final String wanted) {
        return new LinkException("key \"" + key + "\" must be " + wanted);
    }

    /** The document as a line, without a line feed. */
    public static String write(final JsonNode document) {
        try {
            return JSON.writeValueAsString(document);
        } catch (final IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
