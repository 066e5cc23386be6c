package io.polycast.dataplane.yaml;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.Node;

/** Collects the mistakes in one text, so that all are reported at once. */
public final class Problems {
    /** Most problems that are reported of one text. */
    public static final int LIMIT = 20;

    private static final Comparator<Problem> BY_PLACE =
            Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column);

    private final String file;

    /** Where the text begins in the file, counted from 1; 0 when it is the whole file. */
    private final int line;

    private final int column;
    private final List<Problem> errors = new ArrayList<>();
    private final List<Problem> warnings = new ArrayList<>();
    private int unreported;

    public Problems(final String file) {
        this(file, 0, 0);
    }

    /** Of a text that begins at a line and column of its file, each counted from 1. */
    public Problems(final String file, final int line, final int column) {
        this.file = file;
        this.line = line;
        this.column = column;
    }

    public void error(final Node at, final String what, final String remedy) {
        error(at.getStartMark(), what, remedy);
    }

    public void error(final Mark at, final String what, final String remedy) {
        add(errors, problem(at, what, remedy));
    }

    void errorOfFile(final String what, final String remedy) {
        add(errors, new Problem(file, line, column, what, remedy));
    }

    public void warning(final Node at, final String what, final String remedy) {
        if (warnings.size() < LIMIT) {
            warnings.add(problem(at.getStartMark(), what, remedy));
        }
    }

    public boolean isEmpty() {
        return errors.isEmpty();
    }

    public List<Problem> warnings() {
        warnings.sort(BY_PLACE);
        return List.copyOf(warnings);
    }

    public void throwIfAny() throws ConfigurationException {
        throwIfAny(!errors.isEmpty());
    }

    /** Throws, if the caller has nothing to go on with: then something was reported. */
    public void throwIfAny(final boolean hopeless) throws ConfigurationException {
        if (!hopeless) {
            return;
        }
        errors.sort(BY_PLACE);
        if (unreported > 0) {
            errors.add(
                    new Problem(
                            file,
                            line,
                            column,
                            unreported + " more problems are not shown",
                            "mend those above and check again"));
        }
        throw new ConfigurationException(errors);
    }

    private void add(final List<Problem> list, final Problem problem) {
        if (list.size() < LIMIT) {
            list.add(problem);
        } else {
            unreported++;
        }
    }

    private Problem problem(final Mark at, final String what, final String remedy) {
        if (at == null) {
            return new Problem(file, line, column, what, remedy);
        }
        // SnakeYAML counts lines and columns from 0.
        final int left = at.getLine() == 0 ? Math.max(1, column) : 1;
        return new Problem(
                file, Math.max(1, line) + at.getLine(), left + at.getColumn(), what, remedy);
    }
}
