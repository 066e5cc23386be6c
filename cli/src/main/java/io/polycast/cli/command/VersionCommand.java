package io.polycast.cli.command;

import io.polycast.cli.console.ExitCode;
import io.polycast.cli.console.Subcommand;
import io.polycast.cli.console.Version;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code polycast version}. */
@Command(
        name = "version",
        description = "Print the version of Polycast, of Java and of the kernel.")
final class VersionCommand extends Subcommand {
    @Override
    public Integer call() {
        final Map<String, String> versions = new LinkedHashMap<>();
        versions.put("polycast", Version.number());
        versions.put("java", System.getProperty("java.runtime.version"));
        versions.put(
                "kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        if (json()) {
            printJson(versions);
        } else {
            versions.forEach((what, version) -> println(what + " " + version));
        }
        return ExitCode.DONE;
    }
}
