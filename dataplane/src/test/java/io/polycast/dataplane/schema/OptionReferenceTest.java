package io.polycast.dataplane.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class OptionReferenceTest {
    @Test
    void shouldEqualTheReferenceInDocs() throws IOException {
        final Path docs = Path.of(System.getProperty("polycast.root"), "docs", "configuration.md");
        assertEquals(
                OptionReference.render(),
                Files.readString(docs),
                "docs/configuration.md is older than the schema: write OptionReference's output"
                        + " there");
    }
}
