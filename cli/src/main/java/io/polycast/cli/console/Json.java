package io.polycast.cli.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.PrintWriter;

/** The one JSON document that a command prints with {@code --json}. */
public final class Json {
    private static final ObjectMapper MAPPER =
            new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private Json() {}

    /**
     * @param out to print on
     * @param document maps, lists, records and plain values
     */
    public static void print(final PrintWriter out, final Object document) {
        try {
            out.println(MAPPER.writeValueAsString(document));
        } catch (final JsonProcessingException e) {
            throw new IllegalArgumentException("not a JSON document: " + document, e);
        }
    }
}
