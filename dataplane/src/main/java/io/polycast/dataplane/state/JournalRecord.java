package io.polycast.dataplane.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * One line of the journal. The CRC-32C covers the switch's name and all bytes behind the CRC, so a line of
 * another switch is damaged. Place and group stand in front with a check of their own. A damaged line can
 * therefore still name its group.
 *
 * <pre>
 *   {"crc":"1c291ca3","of":"00000007 0aff0009 5be80a6e","set":{...}}
 * </pre>
 *
 * @param place in the journal, from 1; -1 when the line does not tell
 * @param group id, or 0 for none
 * @param body content of the line, or null when it is damaged
 */
record JournalRecord(int place, int group, ObjectNode body) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HexFormat HEXADECIMAL = HexFormat.of();
    private static final String CRC = "{\"crc\":\"";
    private static final String OF = "\",\"of\":\"";
    private static final int CRC_AT = CRC.length();
    private static final int HEX = 8;
    private static final int CHECKED_FROM = CRC_AT + HEX + 2;
    private static final int OF_AT = CRC_AT + HEX + OF.length();
    private static final int OF_LENGTH = 3 * HEX + 2;
    private static final int BODY_FROM = OF_AT + OF_LENGTH + 2;

    static final int UNKNOWN = -1;
    static final String END = "end";

    static String line(final String owner, final int place, final int group, final JsonNode body) {
        final String checked =
                "\"of\":\"" + place(owner, place, group) + "\"," + body.toString().substring(1);
        final byte[] bytes = checked.getBytes(StandardCharsets.UTF_8);
        return CRC + HEXADECIMAL.toHexDigits(crc(owner, bytes, 0)) + "\"," + checked;
    }

    /** Line behind the last change. */
    static String lastLine(final String owner, final int places) {
        return line(owner, places + 1, 0, JSON.createObjectNode().put(END, true));
    }

    static JournalRecord read(
            final String owner, final byte[] text, final int from, final int end) {
        final byte[] line = Arrays.copyOfRange(text, from, end);
        final int place = hex(line, OF_AT);
        final int group = hex(line, OF_AT + HEX + 1);
        final String found = new String(line, StandardCharsets.ISO_8859_1);
        if (!found.startsWith(place(owner, place, group), OF_AT)) {
            return new JournalRecord(UNKNOWN, 0, null);
        }
        return new JournalRecord(place, group, body(owner, line));
    }

    private static ObjectNode body(final String owner, final byte[] line) {
        if (line.length <= BODY_FROM
                || !new String(line, 0, CRC_AT, StandardCharsets.ISO_8859_1).equals(CRC)
                || hex(line, CRC_AT) != crc(owner, line, CHECKED_FROM)) {
            return null;
        }
        try {
            final JsonNode node = JSON.readTree(line);
            return node.isObject() ? ((ObjectNode) node).without(List.of("crc", "of")) : null;
        } catch (final IOException e) {
            return null;
        }
    }

    private static int crc(final String owner, final byte[] bytes, final int from) {
        final CRC32C crc = new CRC32C();
        crc.update(owner.getBytes(StandardCharsets.UTF_8));
        crc.update(bytes, from, bytes.length - from);
        return (int) crc.getValue();
    }

    private static String place(final String owner, final int place, final int group) {
        final String text = HEXADECIMAL.toHexDigits(place) + ' ' + HEXADECIMAL.toHexDigits(group);
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return text + ' ' + HEXADECIMAL.toHexDigits(crc(owner, bytes, 0));
    }

    /** Zero for what is no number: a check tells. */
    private static int hex(final byte[] line, final int at) {
        int value = 0;
        for (int i = at; i < at + HEX; i++) {
            final int digit = i < line.length ? Character.digit(line[i], 16) : -1;
            if (digit < 0) {
                return 0;
            }
            value = value << 4 | digit;
        }
        return value;
    }
}
