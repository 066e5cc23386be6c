package io.polycast.core.cepheus.view;

/**
 * How far a group's exchange has come. Paths are indices in table order, and PSNs have 24 bits. A value is
 * {@link #UNKNOWN} as long as the group has none.
 *
 * @param sourcePath of the source
 * @param aggAckPsn last PSN acknowledged to the source
 * @param highestPsn highest PSN forwarded
 * @param mePsn smallest expected PSN that waits
 * @param minimumPath one that holds the minimum
 * @param speakerPath the most congested one
 * @param movedNs time in ns at which the aggregate moved or the source began, whichever is later; 0: no source
 */
public record GroupProgress(
        int sourcePath,
        int aggAckPsn,
        int highestPsn,
        int mePsn,
        int minimumPath,
        int speakerPath,
        long movedNs) {
    /** No such PSN or path. */
    public static final int UNKNOWN = -1;
}
