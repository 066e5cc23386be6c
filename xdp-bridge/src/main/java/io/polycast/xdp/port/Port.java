package io.polycast.xdp.port;

import io.polycast.parser.contract.Copy;
import org.agrona.DirectBuffer;

/**
 * A place where frames enter and leave the switch. The receive side ({@link #receive}) and the transmit side
 * (all other calls) may be used by two threads, one each; neither side blocks.
 */
public interface Port extends AutoCloseable {
    /** Of a port whose frames poll(2) does not announce. */
    int[] NO_DESCRIPTORS = {};

    /**
     * @return index of the port on its switch, in [0, 64)
     */
    int index();

    /**
     * @return name of the port in the configuration
     */
    String name();

    /**
     * Takes received frames, at most {@code limit}.
     *
     * @param handler called once per frame, in order of arrival
     * @param limit most frames to take, at least 1
     * @return frames handed over
     */
    int receive(FrameHandler handler, int limit);

    /**
     * Descriptors that poll(2) finds readable while frames wait for {@link #receive}.
     *
     * @return descriptors of this port, open until {@link #close}; none when its frames come in another way
     */
    default int[] descriptors() {
        return NO_DESCRIPTORS;
    }

    /**
     * Queues a frame for transmission by copying it.
     *
     * @param frame holds the frame
     * @param offset of its first byte
     * @param length in bytes
     * @return false when it was not taken: queue full, or longer than {@link #maxFrameLength()};
     *     counted in {@link #stats()}
     */
    boolean send(DirectBuffer frame, int offset, int length);

    /**
     * Queues a frame that lies in the shared {@link FrameMemory}: transmitted from where it is when
     * the driver can. Takes its own reference to the chunk while it needs it.
     *
     * @param offset of the frame's first byte in the memory's buffer
     * @param length in bytes
     * @return false when it was not taken
     */
    boolean sendShared(int offset, int length);

    /**
     * Queues a copy of a received frame (see {@link
     * io.polycast.parser.contract.EgressSink#offerCopy}).
     *
     * @param copy to send; the caller refills it afterwards
     * @param headerOffset of the first byte of the copy's headers
     * @param icrc of the copy, as CRC-32 value; it is stored least significant byte first
     * @return false when it was not taken
     */
    boolean sendCopy(Copy copy, int headerOffset, int icrc);

    /**
     * As {@link #sendCopy}, for a caller who knows when a frame needs no more copies: the tail,
     * which must lie in the shared {@link FrameMemory}, may stay where it is until {@link
     * #endCopy}. That has to be the next call on the transmit side of any port.
     *
     * @param copy to send
     * @param headerOffset of the first byte of the copy's headers
     * @param icrc of the copy, as CRC-32 value; it is stored least significant byte first
     * @return false when it was not taken
     */
    default boolean beginCopy(final Copy copy, final int headerOffset, final int icrc) {
        return sendCopy(copy, headerOffset, icrc);
    }

    /**
     * Completes the copy of {@link #beginCopy}.
     *
     * @param last whether the received frame is not needed any more, neither for further copies nor
     *     to transmit it: the port may then write the new headers over its own and send it
     */
    default void endCopy(final boolean last) {}

    /**
     * Sends queued frames (one kick per batch) and takes back chunks of transmitted frames. Call
     * once a duty cycle, even when nothing was queued; more often is possible, also while frames
     * are received.
     *
     * @return frames let go and chunks taken back, for idle strategies
     */
    int flush();

    /**
     * @return whether frames wait for another {@link #flush}, which no descriptor announces
     */
    default boolean isSending() {
        return false;
    }

    /**
     * Frames that the next sends will take, when nothing is sent to another port in between: a
     * lower bound. A frame longer than {@link #maxFrameLength()} is refused all the same.
     *
     * @return frames, at least 0; 0 while the device refuses frames for lack of memory (ENOBUFS),
     *     until a {@link #flush} finds that it takes frames again; {@link Integer#MAX_VALUE}
     *     without a limit
     */
    int room();

    /**
     * @return longest frame that this port can carry, in bytes without FCS
     */
    int maxFrameLength();

    /**
     * @return how the driver moves frames, in words for people, as {@code native, zero-copy}; "" for a driver
     *     with one mode only
     */
    default String mode() {
        return "";
    }

    /**
     * @return link of a device that the kernel does not know; null for all other ports, and after {@link
     *     #close}. For any thread but those of packets
     */
    default LinkStatus link() {
        return null;
    }

    /**
     * Checks that the device still gives this port its frames, and undoes changes by other
     * programs. For any thread but those of packets, about once per second.
     *
     * @return the finding and the action, in words, once per occurrence; null without news
     */
    default String tend() {
        return null;
    }

    /**
     * @return counts of the port since it was opened
     */
    PortStats stats();

    /** Detaches and frees everything; a second call does nothing. */
    @Override
    void close();
}
