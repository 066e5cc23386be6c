package io.polycast.topology.rack;

/**
 * Size of a fabric and its levels of affinity. Leaves (edge switches) are numbered rack by rack,
 * chassis by chassis, CIE (chassis interconnect element) by CIE. Terminals (user Ethernet ports) are
 * numbered leaf by leaf. Each leaf has one surrogate port, which has the leaf's number.
 *
 * <p>A triplet is up to three CIEs of one rack that share a surrogate (figure 14).
 *
 * @param racks at least 1
 * @param ciesPerRack at least 1: chassis times CIEs of a chassis
 * @param leavesPerCie at least 1
 * @param terminalsPerLeaf at least 1
 * @param fanout copies that one port makes of a frame, at least 1
 */
public record RackShape(
        int racks, int ciesPerRack, int leavesPerCie, int terminalsPerLeaf, int fanout) {
    /** The paper's fabric: 4 racks of 8 CIEs of 4 leaves of 5 ports, a fan-out of 8 (sections 2.1, 5). */
    public static final RackShape PAPER = new RackShape(4, 8, 4, 5, 8);

    /** Most surrogates between a source and a destination (section 5). */
    public static final int MAX_LEVELS = 4;

    /** CIEs that share a triplet surrogate. */
    public static final int CIES_PER_TRIPLET = 3;

    /** Checks the ranges. */
    public RackShape {
        if (racks < 1
                || ciesPerRack < 1
                || leavesPerCie < 1
                || terminalsPerLeaf < 1
                || fanout < 1) {
            throw new IllegalArgumentException(
                    "racks="
                            + racks
                            + ", ciesPerRack="
                            + ciesPerRack
                            + ", leavesPerCie="
                            + leavesPerCie
                            + ", terminalsPerLeaf="
                            + terminalsPerLeaf
                            + ", fanout="
                            + fanout
                            + ": at least 1 each");
        }
    }

    /** Leaves of the fabric. */
    public int leaves() {
        return racks * leavesPerRack();
    }

    /** Terminals of the fabric. */
    public int terminals() {
        return leaves() * terminalsPerLeaf;
    }

    private int leavesPerRack() {
        return ciesPerRack * leavesPerCie;
    }

    /**
     * @param terminal in [0, terminals())
     * @return its leaf
     */
    public int leafOf(final int terminal) {
        return terminal / terminalsPerLeaf;
    }

    /**
     * @param leaf in [0, leaves())
     * @param scope of affinity
     * @return number of the rack, triplet, CIE or leaf that the leaf is in, unique over the fabric
     */
    public int place(final int leaf, final Scope scope) {
        final int rack = leaf / leavesPerRack();
        final int cie = leaf % leavesPerRack() / leavesPerCie;
        return switch (scope) {
            case RACK -> rack;
            case TRIPLET -> rack * tripletsPerRack() + cie / CIES_PER_TRIPLET;
            case CIE -> rack * ciesPerRack + cie;
            case LEAF -> leaf;
        };
    }

    private int tripletsPerRack() {
        return (ciesPerRack + CIES_PER_TRIPLET - 1) / CIES_PER_TRIPLET;
    }

    /**
     * Equation 1 of the paper: destinations that a tree reaches if its source and all its surrogates
     * deliver to each terminal of their leaf.
     *
     * @param levels of surrogates, in [0, {@link #MAX_LEVELS}]
     * @return destinations D(levels), regardless of the number of terminals that the fabric has
     */
    public int reach(final int levels) {
        if (levels < 0 || levels > MAX_LEVELS) {
            throw new IllegalArgumentException(
                    "levels=" + levels + " is not in [0, " + MAX_LEVELS + "]");
        }
        final int atSource = terminalsPerLeaf - 1;
        int surrogates = 0;
        int ofLevel = fanout - atSource;
        for (int level = 1; level <= levels; level++) {
            surrogates += ofLevel;
            ofLevel *= fanout - terminalsPerLeaf;
        }
        return atSource + surrogates * terminalsPerLeaf;
    }

    /** Levels of affinity between leaves, the widest first. */
    public enum Scope {
        /** All leaves of a rack. */
        RACK,
        /** All leaves of up to three CIEs of a rack. */
        TRIPLET,
        /** All leaves of a CIE. */
        CIE,
        /** One leaf. */
        LEAF
    }
}
