package io.polycast.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads of /proc and /sys below a root, so that a test can bring its own machine. */
final class SystemFiles {
    private final Path root;

    SystemFiles(final Path root) {
        this.root = root;
    }

    boolean exists(final String path) {
        return Files.exists(at(path));
    }

    /** First line, stripped; empty when the file is missing or unreadable. */
    Optional<String> line(final String path) {
        return lines(path).stream().findFirst().map(String::strip);
    }

    /** All lines; none when the file is missing or unreadable. */
    List<String> lines(final String path) {
        try {
            return Files.readAllLines(at(path));
        } catch (final IOException e) {
            return List.of();
        }
    }

    /** Last name of the file that a link points to. */
    Optional<String> linkName(final String path) {
        try {
            return Optional.of(Files.readSymbolicLink(at(path)).getFileName().toString());
        } catch (final IOException e) {
            return Optional.empty();
        }
    }

    /** Names in a directory, sorted; none when it is missing. */
    List<String> names(final String path) {
        try (Stream<Path> children = Files.list(at(path))) {
            return children.map(child -> child.getFileName().toString()).sorted().toList();
        } catch (final IOException e) {
            return List.of();
        }
    }

    /** What follows {@code key} in the first line that starts with it. */
    Optional<String> field(final String path, final String key) {
        return lines(path).stream()
                .filter(line -> line.startsWith(key))
                .map(line -> line.substring(key.length()).strip())
                .findFirst();
    }

    private Path at(final String path) {
        return root.resolve(path.startsWith("/") ? path.substring(1) : path);
    }
}
