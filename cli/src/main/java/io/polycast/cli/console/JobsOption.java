package io.polycast.cli.console;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Option {@code --jobs} of commands that compute in several threads. */
public final class JobsOption {
    private static final int MOST = 256;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--jobs",
            paramLabel = "N",
            defaultValue = "0",
            description = "Threads; 0 is one for each processor (default: ${DEFAULT-VALUE}).")
    private int jobs;

    /**
     * @return threads to start, 1 to 256
     * @throws ParameterException when the option's value is out of range
     */
    public int threads() {
        if (jobs < 0 || jobs > MOST) {
            throw new ParameterException(
                    command.commandLine(),
                    "--jobs " + jobs + " is not in [0, " + MOST + "]; 0 is one for each processor");
        }
        return jobs == 0 ? Math.min(MOST, Runtime.getRuntime().availableProcessors()) : jobs;
    }
}
