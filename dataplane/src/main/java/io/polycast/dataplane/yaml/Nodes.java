package io.polycast.dataplane.yaml;

import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Words of messages about nodes of a YAML text. */
public final class Nodes {
    private static final int LONGEST_QUOTE = 60;

    private Nodes() {}

    /** A node in a few words. */
    public static String describe(final Node node) {
        if (node instanceof MappingNode) {
            return "a mapping";
        }
        if (node instanceof SequenceNode) {
            return "a list";
        }
        if (isNull(node)) {
            return "nothing";
        }
        return kind(node) + " '" + shortened(((ScalarNode) node).getValue()) + "'";
    }

    /** Meaning of a scalar in YAML. */
    public static String kind(final Node node) {
        final Tag tag = node.getTag();
        if (Tag.INT.equals(tag) || Tag.FLOAT.equals(tag)) {
            return "the number";
        }
        if (Tag.BOOL.equals(tag)) {
            return "the truth value";
        }
        if (Tag.TIMESTAMP.equals(tag)) {
            return "the date";
        }
        return "the text";
    }

    static boolean isNull(final Node node) {
        return Tag.NULL.equals(node.getTag());
    }

    static boolean isText(final Node node) {
        return node instanceof ScalarNode && Tag.STR.equals(node.getTag());
    }

    static boolean isPlain(final Node node) {
        return node instanceof ScalarNode scalar
                && scalar.getScalarStyle() == DumperOptions.ScalarStyle.PLAIN;
    }

    /** A text short and tame enough to stand in a message of one line. */
    public static String shortened(final String text) {
        final String tame = text.replaceAll("\\p{Cntrl}", "?");
        return tame.length() <= LONGEST_QUOTE ? tame : tame.substring(0, LONGEST_QUOTE) + "...";
    }
}
