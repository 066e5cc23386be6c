package io.polycast.endhost.verbs;

/**
 * Status of a completed work request; the numbers are those of libibverbs' {@code ibv_wc_status}.
 */
public final class CompletionStatus {
    /** Done. */
    public static final int SUCCESS = 0;

    /** A message was longer than the receive that it met. */
    public static final int LOCAL_LENGTH_ERROR = 1;

    /** The queue pair was in the error state before this request was done. */
    public static final int FLUSHED = 5;

    /** NAK 0x61. */
    public static final int REMOTE_INVALID_REQUEST = 9;

    /** NAK 0x62. */
    public static final int REMOTE_ACCESS_ERROR = 10;

    /** NAK 0x63. */
    public static final int REMOTE_OPERATION_ERROR = 11;

    /** The retry timer ran out once more than the retry count allows. */
    public static final int RETRY_EXCEEDED = 12;

    /** Receiver not ready once more than the RNR retry count allows. */
    public static final int RNR_RETRY_EXCEEDED = 13;

    private CompletionStatus() {}

    /**
     * @param status one of the constants
     * @return name for people
     */
    public static String label(final int status) {
        return switch (status) {
            case SUCCESS -> "success";
            case LOCAL_LENGTH_ERROR -> "local length error";
            case FLUSHED -> "flushed";
            case REMOTE_INVALID_REQUEST -> "remote invalid request";
            case REMOTE_ACCESS_ERROR -> "remote access error";
            case REMOTE_OPERATION_ERROR -> "remote operation error";
            case RETRY_EXCEEDED -> "retries exceeded";
            case RNR_RETRY_EXCEEDED -> "RNR retries exceeded";
            default -> "status " + status;
        };
    }
}
