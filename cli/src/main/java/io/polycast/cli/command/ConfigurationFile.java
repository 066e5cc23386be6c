package io.polycast.cli.command;

import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.ExitCode;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.dataplane.schema.SwitchFiles;
import io.polycast.dataplane.yaml.ConfigurationException;
import java.nio.file.Path;
import java.util.List;

/** Reads the file of {@code -c}; a mistake in it ends the command with exit code 2. */
final class ConfigurationFile {
    private ConfigurationFile() {}

    static Configuration read(final Path file) {
        try {
            return ConfigurationReader.read(file);
        } catch (final ConfigurationException e) {
            throw new CommandFailedException(ExitCode.USAGE, e.getMessage(), e);
        }
    }

    static void checkTogether(final List<Path> files) {
        try {
            SwitchFiles.check(files);
        } catch (final ConfigurationException e) {
            throw new CommandFailedException(ExitCode.USAGE, e.getMessage(), e);
        }
    }
}
