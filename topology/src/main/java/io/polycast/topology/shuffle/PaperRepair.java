package io.polycast.topology.shuffle;

/**
 * Algorithm 2 of the paper, failure by failure. The rules of a failed relay go to the mirror in the next
 * partition. The k - 1 sources whose rows are rotations of the failed row would not reach that mirror;
 * their rule moves from the mirror's preceding relay to the next mirror of that one.
 *
 * <p>One failure is always repaired. Several are not: rules of a source can come to relays that wait for
 * each other (3,2 with relays 0 and 1 failed, source 9), and the next mirror may have failed itself.
 */
public final class PaperRepair implements RelayRules {
    private final ShuffleShape shape;
    private final FailedRelays failed;
    private final StaticRelays healthy;

    /**
     * @param shape of the instance
     * @param failed relays
     */
    public PaperRepair(final ShuffleShape shape, final FailedRelays failed) {
        this.shape = shape;
        this.failed = failed;
        healthy = new StaticRelays(shape);
    }

    @Override
    public void fill(final int source, final int[] relays) {
        healthy.fill(source, relays);
        for (final int tor : failed.inOrder()) {
            repair(tor, source, relays);
        }
        failed.strike(relays);
    }

    private void repair(final int tor, final int source, final int[] relays) {
        final int mirrorClass = shape.mirrorClass(tor);
        final int mirror = nextMirror(tor);
        if (relays[mirrorClass] == tor) {
            relays[mirrorClass] = mirror;
        }
        final int precedentClass = shape.feeder(mirror);
        final int precedent = shape.mirror(precedentClass, shape.digit(tor, 0));
        if (relays[precedentClass] == precedent && isRotation(tor, source)) {
            relays[precedentClass] = nextMirror(precedent);
        }
    }

    private int nextMirror(final int tor) {
        return shape.mirror(shape.mirrorClass(tor), (shape.partition(tor) + 1) % shape.p());
    }

    /** Whether the source stands i columns before the ToR, its row rotated right by i, 0 < i < k. */
    private boolean isRotation(final int tor, final int source) {
        int row = shape.row(tor);
        for (int i = 1; i < shape.k(); i++) {
            row = row % shape.p() * shape.classesPerColumn() + row / shape.p();
            if (source == shape.tor(shape.column(tor) - i, row)) {
                return true;
            }
        }
        return false;
    }
}
