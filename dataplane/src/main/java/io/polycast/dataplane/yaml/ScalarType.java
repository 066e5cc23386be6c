package io.polycast.dataplane.yaml;

import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * A value written as one word.
 *
 * @param <T> type of a parsed value
 */
public abstract class ScalarType<T> implements ValueType<T> {
    private final String name;
    private final String allowed;

    public ScalarType(final String name, final String allowed) {
        this.name = name;
        this.allowed = allowed;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String allowed() {
        return allowed;
    }

    @Override
    public final T read(final Node node, final String key, final Problems problems) {
        if (!(node instanceof ScalarNode scalar) || Nodes.isNull(node)) {
            problems.error(
                    node,
                    "'" + key + "' must be " + withArticle() + ", not " + Nodes.describe(node),
                    "write " + allowed);
            return null;
        }
        try {
            final T value = parse(scalar);
            // Quotes are the remedy of a right word only: a wrong one was refused before.
            if (takesTextOnly() && Nodes.isPlain(node) && !Nodes.isText(node)) {
                throw misread(scalar);
            }
            return value;
        } catch (final BadValueException e) {
            problems.error(
                    node,
                    "'" + key + "': " + e.getMessage(),
                    e.remedy() == null ? "write " + allowed : e.remedy());
            return null;
        }
    }

    /** Whether an unquoted word that YAML takes for a number, a truth value or a date is a mistake. */
    public boolean takesTextOnly() {
        return true;
    }

    public abstract T parse(ScalarNode scalar) throws BadValueException;

    private static BadValueException misread(final ScalarNode scalar) {
        final String text = Nodes.shortened(scalar.getValue());
        final boolean sexagesimal = Tag.INT.equals(scalar.getTag()) && text.indexOf(':') >= 0;
        return new BadValueException(
                "YAML reads "
                        + text
                        + " as "
                        + Nodes.kind(scalar).replaceFirst("the ", "a ")
                        + (sexagesimal ? " of base 60" : ""),
                "quote it: \"" + text + "\"");
    }

    private String withArticle() {
        return ("aeiou".indexOf(name.charAt(0)) >= 0 ? "an " : "a ") + name;
    }
}
