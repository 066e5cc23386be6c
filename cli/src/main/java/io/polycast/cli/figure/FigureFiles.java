package io.polycast.cli.figure;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.ExitCode;
import io.polycast.dataplane.disk.IoReason;
import io.polycast.sim.figure.Panel;
import io.polycast.sim.figure.Statement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Directory that a command writes panels and statements into. */
public final class FigureFiles {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Path out;

    /**
     * Makes the directory when it is missing: a long computation ends in vain otherwise.
     *
     * @param out value of {@code --out}
     * @throws CommandFailedException when it cannot be made
     */
    public FigureFiles(final Path out) {
        this.out = out;
        try {
            Files.createDirectories(out);
        } catch (final IOException e) {
            throw failure(e);
        }
    }

    /**
     * Writes NAME.csv and NAME.png of each panel, and summary.json with the statements.
     *
     * @param panels to write
     * @param statements in order
     * @throws CommandFailedException when a file cannot be written
     */
    public void write(final List<Panel> panels, final List<Statement> statements) {
        try {
            for (final Panel panel : panels) {
                Files.write(out.resolve(panel.name() + ".csv"), panel.csv());
                PanelImage.write(panel, out.resolve(panel.name() + ".png"));
            }
            Files.writeString(
                    out.resolve("summary.json"),
                    MAPPER.writerWithDefaultPrettyPrinter()
                                    .writeValueAsString(StatementReport.documents(statements))
                            + "\n",
                    StandardCharsets.UTF_8);
        } catch (final IOException e) {
            throw failure(e);
        }
    }

    private CommandFailedException failure(final IOException e) {
        return new CommandFailedException(
                ExitCode.USAGE,
                "--out " + out + ": " + IoReason.of(e) + "; give a directory that can be written",
                e);
    }
}
