package io.polycast.dataplane.yaml;

import io.polycast.dataplane.disk.IoReason;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.reader.ReaderException;

/** Parses a file or a text into a graph of nodes, with bounds on everything that grows. */
public final class YamlText {
    /** Most bytes of a configuration file: room for tens of thousands of static groups. */
    public static final int MOST_BYTES = 16 << 20;

    private static final int MOST_ALIASES = 50;
    private static final int DEEPEST = 32;

    private YamlText() {}

    /**
     * @return the text, or null when a problem was reported
     */
    public static String load(final Path file, final Problems problems) {
        try {
            if (Files.isDirectory(file)) {
                problems.errorOfFile("is a directory", "name the configuration file in it");
                return null;
            }
            final long size = Files.size(file);
            if (size > MOST_BYTES) {
                problems.errorOfFile(
                        "has " + size + " bytes, more than " + MOST_BYTES,
                        "install groups with 'group set' instead");
                return null;
            }
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (final NoSuchFileException e) {
            problems.errorOfFile("does not exist", "name an existing configuration file");
        } catch (final AccessDeniedException e) {
            problems.errorOfFile("may not be read", "give this user the right to read it");
        } catch (final CharacterCodingException e) {
            problems.errorOfFile("is not text in UTF-8", "save it as UTF-8");
        } catch (final IOException e) {
            problems.errorOfFile("cannot be read (" + IoReason.of(e) + ")", "check the disk");
        }
        return null;
    }

    /**
     * @return the text's only document, or null when a problem was reported
     */
    public static Node compose(final String text, final Problems problems) {
        final LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(MOST_BYTES);
        options.setMaxAliasesForCollections(MOST_ALIASES);
        options.setNestingDepthLimit(DEEPEST);
        options.setAllowRecursiveKeys(false);
        final Node root =
                guarded(() -> new Yaml(options).compose(new StringReader(text)), problems);
        if (problems.isEmpty() && (root == null || Nodes.isNull(root))) {
            problems.errorOfFile("is empty", "see docs/configuration.md for its keys");
            return null;
        }
        return root;
    }

    /**
     * Runs a reader of YAML.
     *
     * @return its result, or null when a problem was reported
     */
    public static <T> T guarded(final Supplier<T> reading, final Problems problems) {
        try {
            return reading.get();
        } catch (final MarkedYAMLException e) {
            problems.error(
                    e.getProblemMark(),
                    "not YAML: " + oneLine(e.getProblem()),
                    "check quotes, brackets and indentation here and on the line before");
        } catch (final ReaderException e) {
            problems.errorOfFile(
                    "not YAML: character U+"
                            + String.format("%04X", e.getCodePoint())
                            + " at position "
                            + e.getPosition(),
                    "remove the special character");
        } catch (final YAMLException e) {
            if (e.getCause() instanceof IOException unreadable) {
                reportUnreadable(unreadable, problems);
                return null;
            }
            problems.errorOfFile(
                    "not YAML: " + oneLine(e.getMessage()), "make the text smaller and flatter");
        } catch (final IllegalArgumentException e) {
            // SnakeYAML lets those of Integer.parseInt and Character.toChars out.
            problems.errorOfFile(
                    "not YAML: broken escape in quotes",
                    "write \\u and four hexadecimal digits, or \\\\ for a backslash");
        }
        return null;
    }

    private static void reportUnreadable(final IOException e, final Problems problems) {
        if (e instanceof CharacterCodingException) {
            problems.errorOfFile("is not text in UTF-8", "save it as UTF-8");
        } else if (e instanceof BoundedInput.TooLongException) {
            problems.errorOfFile(e.getMessage(), "split the list");
        } else {
            problems.errorOfFile("cannot be read (" + IoReason.of(e) + ")", "check the disk");
        }
    }

    private static String oneLine(final String message) {
        return message == null ? "syntax error" : message.replaceAll("\\s+", " ").trim();
    }
}
