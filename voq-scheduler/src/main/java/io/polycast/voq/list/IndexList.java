package io.polycast.voq.list;

import java.util.Arrays;

/**
 * List of distinct numbers in [0, size), in order of their insertion. Each operation takes constant
 * time.
 *
 * <p>Layout: {@code next} and {@code previous} by number; element {@code size} is the list's end, and
 * {@code next} of a number outside the list is -1.
 */
public final class IndexList {
    /** No number. */
    public static final int NONE = -1;

    private final int end;
    private final int[] next;
    private final int[] previous;

    /**
     * @param size numbers are in [0, size)
     */
    public IndexList(final int size) {
        end = size;
        next = new int[size + 1];
        previous = new int[size + 1];
        Arrays.fill(next, NONE);
        next[end] = end;
        previous[end] = end;
    }

    /**
     * @param number in [0, size)
     * @return whether it is in the list
     */
    public boolean contains(final int number) {
        return next[number] != NONE;
    }

    /**
     * @return whether no number is in the list
     */
    public boolean isEmpty() {
        return next[end] == end;
    }

    /**
     * @return the first number, or {@link #NONE}
     */
    public int first() {
        return next[end] == end ? NONE : next[end];
    }

    /**
     * @param number in the list
     * @return the number behind it, or {@link #NONE}
     */
    public int after(final int number) {
        return next[number] == end ? NONE : next[number];
    }

    /**
     * Appends a number. One that is in the list stays where it is.
     *
     * @param number in [0, size)
     */
    public void add(final int number) {
        if (next[number] != NONE) {
            return;
        }
        final int last = previous[end];
        next[last] = number;
        previous[number] = last;
        next[number] = end;
        previous[end] = number;
    }

    /**
     * Takes a number out, if it is in the list.
     *
     * @param number in [0, size)
     */
    public void remove(final int number) {
        if (next[number] == NONE) {
            return;
        }
        next[previous[number]] = next[number];
        previous[next[number]] = previous[number];
        next[number] = NONE;
    }

    /**
     * Makes a number the last, whether it was in the list or not.
     *
     * @param number in [0, size)
     */
    public void moveToEnd(final int number) {
        remove(number);
        add(number);
    }

    /**
     * Adds or removes a number.
     *
     * @param number in [0, size)
     * @param member whether it is to be in the list
     */
    public void set(final int number, final boolean member) {
        if (member) {
            add(number);
        } else {
            remove(number);
        }
    }
}
