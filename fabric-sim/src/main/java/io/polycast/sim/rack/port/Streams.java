package io.polycast.sim.rack.port;

/** Copies of which a port sends packets now: at most one of each VOQ, in turn. */
final class Streams {
    /** Most copies at a time: two for each mirror. */
    static final int MOST = 16;

    final int[] voq = new int[MOST];
    final int[] copy = new int[MOST];

    /** Destination port. */
    final int[] to = new int[MOST];

    /** Unit of the payload that is next, and bytes that are left. */
    final int[] unit = new int[MOST];

    final int[] bytes = new int[MOST];

    /** Time from which on the next packet may leave, in ps. */
    final long[] freeAt = new long[MOST];

    final boolean[] local = new boolean[MOST];
    private int count;

    int count() {
        return count;
    }

    /** Appends a copy, and returns its place. */
    int add() {
        return count++;
    }

    /** Makes a copy the last in turn. */
    void moveToEnd(final int place) {
        final int ofVoq = voq[place];
        final int ofCopy = copy[place];
        final int ofTo = to[place];
        final int ofUnit = unit[place];
        final int ofBytes = bytes[place];
        final long ofFreeAt = freeAt[place];
        final boolean ofLocal = local[place];
        remove(place);
        final int end = add();
        voq[end] = ofVoq;
        copy[end] = ofCopy;
        to[end] = ofTo;
        unit[end] = ofUnit;
        bytes[end] = ofBytes;
        freeAt[end] = ofFreeAt;
        local[end] = ofLocal;
    }

    void remove(final int place) {
        final int rest = count - place - 1;
        System.arraycopy(voq, place + 1, voq, place, rest);
        System.arraycopy(copy, place + 1, copy, place, rest);
        System.arraycopy(to, place + 1, to, place, rest);
        System.arraycopy(unit, place + 1, unit, place, rest);
        System.arraycopy(bytes, place + 1, bytes, place, rest);
        System.arraycopy(freeAt, place + 1, freeAt, place, rest);
        System.arraycopy(local, place + 1, local, place, rest);
        count--;
    }
}
