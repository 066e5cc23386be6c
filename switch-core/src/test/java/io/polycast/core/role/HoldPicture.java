package io.polycast.core.role;

/**
 * Picture of a group of {@link HoldingRole}.
 *
 * @param entry of the group
 * @param frames of the group that were held
 */
public record HoldPicture(HoldEntry entry, long frames) implements GroupPicture {
    @Override
    public int mcstId() {
        return entry.mcstId();
    }

    @Override
    public long ports() {
        return 1L << entry.port();
    }
}
