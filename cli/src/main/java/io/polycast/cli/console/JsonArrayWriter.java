package io.polycast.cli.console;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.Map;

/** One JSON document with an array that is printed bit by bit, one element a line. */
public final class JsonArrayWriter {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final PrintWriter out;
    private final String name;
    private final Runnable onBegin;
    private JsonGenerator document;

    /**
     * @param out to print on
     * @param name of the array
     * @param onBegin runs before the first character is printed
     */
    JsonArrayWriter(final PrintWriter out, final String name, final Runnable onBegin) {
        this.out = out;
        this.name = name;
        this.onBegin = onBegin;
    }

    private void begin() throws IOException {
        if (document != null) {
            return;
        }
        onBegin.run();
        document = MAPPER.createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        document.disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM);
        document.writeStartObject();
        document.writeNumberField(Json.SCHEMA_KEY, Json.SCHEMA);
        document.writeArrayFieldStart(name);
    }

    /**
     * @param element to add
     */
    public void add(final JsonNode element) {
        try {
            begin();
            document.writeRaw('\n');
            document.writeTree(element);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Ends the array and the document.
     *
     * @param more fields behind the array
     */
    public void close(final JsonNode more) {
        try {
            begin();
            document.writeEndArray();
            for (final Map.Entry<String, JsonNode> field : more.properties()) {
                document.writeFieldName(field.getKey());
                document.writeTree(field.getValue());
            }
            document.writeEndObject();
            document.close();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        out.println();
    }
}
