package io.polycast.node.config;

import io.polycast.dataplane.yaml.BadValueException;
import io.polycast.dataplane.yaml.ScalarType;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** A whole number of percent with its sign, as 50%. */
final class PercentType extends ScalarType<Integer> {
    private final int least;
    private final int most;

    /**
     * @param least smallest value, in percent
     * @param most largest value, in percent, at most 100
     */
    PercentType(final int least, final int most) {
        super("percentage", least + "% to " + most + "%");
        this.least = least;
        this.most = most;
    }

    @Override
    public String show(final Integer value) {
        return value + "%";
    }

    @Override
    public Integer parse(final ScalarNode scalar) throws BadValueException {
        final String written = scalar.getValue();
        if (written.matches("\\d{1,3}%")) {
            final int percent = Integer.parseInt(written.substring(0, written.length() - 1));
            if (percent >= least && percent <= most) {
                return percent;
            }
        }
        throw new BadValueException(
                "'" + written + "' is no share of goodput", "write " + allowed() + ", as 50%");
    }
}
