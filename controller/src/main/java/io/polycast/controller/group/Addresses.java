package io.polycast.controller.group;

import io.polycast.parser.mrp.MrpAddress;
import java.util.Comparator;

/** Order of addresses, the same on every node. */
public final class Addresses {
    /** By value, without sign. */
    public static final Comparator<MrpAddress> ORDER =
            (one, other) -> {
                final int high = Long.compareUnsigned(one.high(), other.high());
                return high != 0 ? high : Long.compareUnsigned(one.low(), other.low());
            };

    private Addresses() {}
}
