package io.polycast.topology.shuffle;

/** Rules of an instance without failures (algorithm 1, lemma 2): one partition of each column. */
public final class StaticRelays implements RelayRules {
    private final ShuffleShape shape;

    /**
     * @param shape of the instance
     */
    public StaticRelays(final ShuffleShape shape) {
        this.shape = shape;
    }

    @Override
    public void fill(final int source, final int[] relays) {
        final int perColumn = shape.classesPerColumn();
        for (int column = 0; column < shape.k(); column++) {
            final int firstClass = column * perColumn;
            final int first = shape.mirror(firstClass, shape.partitionOf(source, column));
            for (int i = 0; i < perColumn; i++) {
                relays[firstClass + i] = first + i;
            }
        }
    }

    /**
     * @param tor in [0, nodes())
     * @param source in [0, nodes())
     * @return whether the ToR relays for the source
     */
    public boolean relays(final int tor, final int source) {
        return shape.partition(tor) == shape.partitionOf(source, shape.column(tor));
    }

    /**
     * @param tor in [0, nodes())
     * @return the k p^(k-1) sources that it relays for, ascending, itself among them
     */
    public int[] sources(final int tor) {
        final int[] sources = new int[shape.classes()];
        int count = 0;
        for (int source = 0; source < shape.nodes(); source++) {
            if (relays(tor, source)) {
                sources[count++] = source;
            }
        }
        return sources;
    }
}
