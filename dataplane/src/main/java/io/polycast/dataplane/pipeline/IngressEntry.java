package io.polycast.dataplane.pipeline;

import io.polycast.parser.classify.FrameInfo;

/** One received frame on its way from the reader to a shard; allocated once, reused for ever. */
public final class IngressEntry {
    /** Index of the port that it came in on. */
    int port;

    /** Of its first byte in the frame memory. */
    int offset;

    /** In bytes, without FCS. */
    int length;

    /** When the reader took it, by the pipeline's clock. */
    long receivedNs;

    /** It waited while the reader stood still. */
    boolean stale;

    /** The reader's classification. */
    final FrameInfo info = new FrameInfo();
}
