package io.polycast.mft.feedback;

/**
 * Layout 2 of the feedback buffer: a record of 128 bytes per group, then one of 64 bytes per path; one
 * writer, native byte order. A fresh buffer is all zero.
 *
 * <pre>
 * group record; the first 64 bytes hold what data packets need
 *   0  int   McstID that the record belongs to, 0: free
 *   4  int   flags, {@link GroupFeedback}
 *   8  int   AggAckPSN: last PSN acknowledged to the source
 *  12  int   minimum AckPSN over the receiving paths
 *  16  short receiving paths at the minimum
 *  18  short index of the first of them, + 1; 0: not known
 *  20  int   receiving paths whose AckPSN is unknown
 *  24  byte  receiving paths (lowest byte of an int)
 *  25  PSN that no receiver is behind but those at the minimum (the other three)
 *  28  int   id of the source's path, + 1; 0: none
 *  32  int   highest PSN: the bound on feedback (design rule 12)
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
 *  92  36 bytes, zero
 *
 * path record
 *   0  int   AckPSN
 *   4  int   flags, {@link PathFeedback}
 *   8  int   MSN of the last feedback
 *  12  int   ePSN of the waiting NAK
 *  16  int   severity of the waiting NAK
 *  20  int   hash of the path's key, to find the record again after a restart
 *  24  long  time of the last feedback, ns
 *  32  long  time until which no silence is held against the path, ns; 0: none
 *  40  int   CNPs in this window
 *  44  int   congestion score, aged
 *  48  long  CNPs since the path exists
 *  56  int   McstID that the record belongs to, 0: free
 *  60  int   form of the frames of a source: bit 18 MigReq, bit 17 IPv6, bit 16 tagged, bits 15..0 its tag
 * </pre>
 */
public final class FeedbackLayout {
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
