package io.polycast.cli.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.dataplane.control.ControlProtocol;
import java.io.PrintWriter;

/**
 * The one JSON document that a command prints with {@code --json}. Its first key is {@code schema}. Keys are
 * in snake_case; those of records are turned into it.
 */
public final class Json {
    /** Name of the key that tells the version of a document. */
    public static final String SCHEMA_KEY = ControlProtocol.SCHEMA_KEY;

    /** Version of all documents; it grows when a key goes away or changes its meaning. */
    public static final int SCHEMA = ControlProtocol.SCHEMA;

    private static final ObjectMapper MAPPER =
            new ObjectMapper()
                    .setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                    .enable(SerializationFeature.INDENT_OUTPUT);

    private Json() {}

    /**
     * @param out to print on
     * @param document a map, a record or an object node
     */
    public static void print(final PrintWriter out, final Object document) {
        try {
            final JsonNode tree = MAPPER.valueToTree(document);
            if (!tree.isObject()) {
                throw new IllegalArgumentException("not an object: " + document);
            }
            final ObjectNode whole = MAPPER.createObjectNode().put(SCHEMA_KEY, SCHEMA);
            out.println(MAPPER.writeValueAsString(whole.setAll((ObjectNode) tree)));
        } catch (final JsonProcessingException e) {
            throw new IllegalArgumentException("not a JSON document: " + document, e);
        }
    }
}
