package io.polycast.cli.figure;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.sim.figure.Panel;
import io.polycast.sim.figure.Statement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Writes panels and statements into a directory. */
public final class FigureFiles {
    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Path directory;

    /**
     * @param directory that is made when it is missing
     * @throws IOException when it cannot be made
     */
    public FigureFiles(final Path directory) throws IOException {
        this.directory = Files.createDirectories(directory);
    }

    /**
     * Writes NAME.csv and NAME.png.
     *
     * @param panel to write
     * @throws IOException when a file cannot be written
     */
    public void write(final Panel panel) throws IOException {
        Files.write(directory.resolve(panel.name() + ".csv"), panel.csv());
        PanelImage.write(panel, directory.resolve(panel.name() + ".png"));
    }

    /**
     * Writes summary.json: a list of figure, statement, ours, paper, verdict. Numbers alone are JSON
     * numbers.
     *
     * @param statements in order
     * @throws IOException when the file cannot be written
     */
    public void write(final List<Statement> statements) throws IOException {
        final ArrayNode list = MAPPER.createArrayNode();
        for (final Statement each : statements) {
            final ObjectNode node = list.addObject();
            node.put("figure", each.figure());
            node.put("statement", each.statement());
            put(node, "ours", each.ours());
            put(node, "paper", each.paper());
            node.put("verdict", each.verdict().label());
        }
        Files.writeString(
                directory.resolve("summary.json"),
                MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(list) + "\n",
                StandardCharsets.UTF_8);
    }

    private static void put(final ObjectNode node, final String key, final String value) {
        if (NUMBER.matcher(value).matches()) {
            node.put(key, Double.parseDouble(value));
        } else {
            node.put(key, value);
        }
    }
}
