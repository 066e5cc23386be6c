package io.polycast.dataplane.yaml;

import java.util.List;
import java.util.stream.Collectors;

/** A configuration cannot be used; one line per problem. The cli ends with exit code 2. */
public final class ConfigurationException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    /**
     * @param problems at least one
     */
    public ConfigurationException(final List<Problem> problems) {
        super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /**
     * @return what is wrong, in order of the file
     */
    public List<Problem> problems() {
        return problems;
    }
}
