package io.polycast.cli.command;

import io.polycast.dataplane.yaml.ConfigurationException;
import io.polycast.node.agent.AgentConfiguration;
import io.polycast.node.config.ControllerFile;
import io.polycast.node.shufflecast.ControlFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Programs whose configuration a file may be, told by its outermost keys. */
enum FileKind {
    SWITCH("a switch"),
    CONTROLLER("a controller"),
    HOST_AGENT("a host agent"),
    SHUFFLECAST_CONTROL("the control of a Shufflecast");

    private static final Pattern OUTERMOST = Pattern.compile("^([A-Za-z]+):");

    private final String label;

    FileKind(final String label) {
        this.label = label;
    }

    /** Words for people. */
    String label() {
        return label;
    }

    /** A file that cannot be read counts as a switch's: the reader says what is wrong with it. */
    static FileKind of(final Path file) {
        final Set<String> keys = keys(file);
        if (keys.contains("controller")) {
            return CONTROLLER;
        }
        if (keys.contains("agent")) {
            return HOST_AGENT;
        }
        return keys.equals(Set.of("shufflecast", "control")) ? SHUFFLECAST_CONTROL : SWITCH;
    }

    private static Set<String> keys(final Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.map(OUTERMOST::matcher)
                    .filter(Matcher::find)
                    .map(found -> found.group(1))
                    .collect(Collectors.toSet());
        } catch (final IOException | UncheckedIOException unreadable) {
            return Set.of();
        }
    }

    /** Reads a file of another program than a switch. */
    void check(final Path file) throws ConfigurationException {
        switch (this) {
            case CONTROLLER -> ControllerFile.read(file);
            case HOST_AGENT -> AgentConfiguration.read(file);
            case SHUFFLECAST_CONTROL -> ControlFile.read(file);
            default -> throw new IllegalStateException(label);
        }
    }
}
