package io.polycast.mft.feedback;

/**
 * Layout 3 of the feedback buffer: a record of 128 bytes per group, then one of 64 bytes per path;
 * one writer, native byte order. A fresh buffer is all zero, {@link FeedbackFormat} makes its
 * records.
 *
 * <p>Three words check themselves, {@link SealedWord}: the group's name, the path's name and the
 * path's standing. They hold all that a start takes up. The check covers the record's place, so
 * that a record elsewhere in the buffer is damaged, and so is a record of zeros. {@link
 * FeedbackCheck} holds every other word against its range.
 *
 * <pre>
 * group record; the first 64 bytes hold what data packets need
 *   0  int   zero
 *   4  int   flags, {@link GroupFeedback}
 *   8  int   AggAckPSN: last PSN acknowledged to the source
 *  12  int   minimum AckPSN over the receiving paths
 *  16  short receiving paths at the minimum
 *  18  short index of the first of them, + 1; 0: not known
 *  20  int   receiving paths whose AckPSN is unknown
 *  24  byte  receiving paths (lowest byte of an int)
 *  25  PSN that no receiver is behind but those at the minimum (the other three)
 *  28  int   id of the source's path, + 1; 0: none
 *  32  int   highest PSN: the bound on feedback (rule 12)
 *  36  int   candidate for the highest PSN: a lone jump forward
 *  40  long  time of the source's last accepted data, ns
 *  48  long  PSNs above the highest that passed: bit n stands for the highest + 1 + n
 *  56  int   aggregate at the moment when the source moved
 *  60  int   PSN of the frame that established the source, or that it went back to last
 *  64  int   MePSN: smallest ePSN that waits
 *  68  int   severity of MePSN's NAK, {@link io.polycast.mft.feedback.NakSeverity}
 *  72  int   ePSN of the last NAK sent
 *  76  int   severity of the last NAK sent
 *  80  long  time of the last NAK sent, ns
 *  88  int   PSN of the last data, while repetitions are watched for
 *  92  int   zero
 *  96  long  name: bits 0..7 path records of the group, 8..39 McstID, 40..63 check.
 *            McstID 0: free with 0 paths; with 255, nothing is known of what was here
 * 104  24 bytes, zero
 *
 * path record
 *   0  long  standing: bits 0..6 flags, {@link PathFeedback}; 7 whether the waiting NAK stands at the next
 *            data; 8..15 its syndrome; 16..17 its class, {@link NakSeverity}; 18..41 its ePSN; 42..63 check,
 *            which covers the name too
 *   8  int   AckPSN
 *  12  int   MSN of the last feedback
 *  16  long  name: bits 0..31 hash of the path's key, to find the record again after a restart, 32..63
 *            McstID. McstID 0: free, and the low bits are a hash of the record's place
 *  24  long  time of the last feedback, ns
 *  32  long  time until which no silence is held against the path, ns; 0: none
 *  40  int   CNPs in this window
 *  44  int   congestion score, aged
 *  48  long  CNPs since the path exists
 *  56  int   form of the frames of a source: bit 18 MigReq, bit 17 IPv6, bit 16 tagged, bits 15..0 its tag
 *  60  int   zero
 * </pre>
 *
 * <p>A process may be killed between any two stores. A record is owned from the one store of its
 * name on, and its name is stored last; a path's standing changes in one store.
 */
public final class FeedbackLayout {
    /** Number of this layout: to be raised with every change. */
    public static final int VERSION = 3;

    /** Bytes of a group record. */
    public static final int GROUP_LENGTH = 128;

    /** Bytes of a path record. */
    public static final int PATH_LENGTH = 64;

    private FeedbackLayout() {}

    /**
     * @param maxGroups groups to make room for
     * @param maxPaths paths, over all groups, to make room for
     * @return bytes of the buffer
     */
    public static int length(final int maxGroups, final int maxPaths) {
        return Math.addExact(
                Math.multiplyExact(maxGroups, GROUP_LENGTH),
                Math.multiplyExact(maxPaths, PATH_LENGTH));
    }
}
