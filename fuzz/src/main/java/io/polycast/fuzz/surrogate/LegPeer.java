package io.polycast.fuzz.surrogate;

import io.polycast.core.surrogate.spec.LegSpec;
import io.polycast.parser.leg.LegHeader;
import io.polycast.parser.wire.Ethernet;
import java.util.Arrays;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;

/** The node at the other end of a leg: knows what is right to say next. */
final class LegPeer {
    private static final LegFrames.Place NOWHERE = new LegFrames.Place(0, 0, 0);

    final LegSpec leg;
    final LegFrames frames;

    /** By flow: the last REQUEST and DATA of this end, and of the node. */
    private final int[] asked = new int[SurrogateNode.FLOWS];

    private final int[] sent = new int[SurrogateNode.FLOWS];
    private final int[] wanted = new int[SurrogateNode.FLOWS];
    private final int[] heard = new int[SurrogateNode.FLOWS];
    private int incarnation = 1;
    private int nodeIncarnation;

    LegPeer(final LegSpec leg) {
        this.leg = leg;
        frames = new LegFrames(leg.mac(), SurrogateNode.MAC);
    }

    /** Another process takes this end over. */
    void restart() {
        incarnation++;
        forget();
    }

    private void forget() {
        Arrays.fill(asked, 0);
        Arrays.fill(sent, 0);
        Arrays.fill(wanted, 0);
        Arrays.fill(heard, 0);
    }

    /** Reads a frame that the node sent. */
    void onFrame(final byte[] bytes) {
        final UnsafeBuffer frame = new UnsafeBuffer(bytes);
        if (Ethernet.dstMac(frame, 0) != leg.mac()) {
            return;
        }
        final int flow = LegHeader.voq(frame, Ethernet.LENGTH);
        final int sequence = LegHeader.sequence(frame, Ethernet.LENGTH);
        switch (LegHeader.type(frame, Ethernet.LENGTH)) {
            case LegHeader.HELLO -> {
                final boolean own = LegHeader.units(frame, Ethernet.LENGTH) == LegHeader.HELLO_OWN;
                if (own && sequence != nodeIncarnation) {
                    nodeIncarnation = sequence;
                    forget();
                }
            }
            case LegHeader.REQUEST -> wanted[flow] = sequence;
            case LegHeader.DATA -> heard[flow] = sequence;
            default -> {
                // Answers need no answer.
            }
        }
    }

    /** Says hello. */
    byte[] hello() {
        return frames.message(LegHeader.HELLO, NOWHERE, incarnation, LegHeader.HELLO_OWN);
    }

    /** Answers what the node said: its HELLO (bit 0), requests (bit 1), frames (bit 2). */
    void answer(final int what, final Consumer<byte[]> to) {
        if ((what & 1) != 0) {
            to.accept(hello());
            to.accept(
                    frames.message(
                            LegHeader.HELLO, NOWHERE, nodeIncarnation, LegHeader.HELLO_ECHO));
        }
        for (int flow = 0; flow < SurrogateNode.FLOWS; flow++) {
            if ((what & 2) != 0 && wanted[flow] != 0) {
                to.accept(of(LegHeader.GRANT, flow, wanted[flow], 0));
                wanted[flow] = 0;
            }
            if ((what & 4) != 0 && heard[flow] != 0) {
                to.accept(of(LegHeader.ACK, flow, heard[flow], 1));
                heard[flow] = 0;
            }
        }
    }

    private byte[] of(final int type, final int flow, final int sequence, final int units) {
        return frames.message(type, LegFrames.Place.of(flow), sequence, units);
    }

    /** The next request, or one that is off by some. */
    byte[] ask(final int flow, final int off, final int units) {
        asked[flow] += off == 0 ? 1 : 0;
        return of(LegHeader.REQUEST, flow, asked[flow] + off, units);
    }

    /** The next frame, or one that is off by some. */
    byte[] data(final int flow, final int off, final byte[] inside) {
        sent[flow] += off == 0 ? 1 : 0;
        final int units = inside.length + 255 >> 8;
        return frames.frame(
                LegHeader.DATA, LegFrames.Place.of(flow), sent[flow] + off, units, inside);
    }
}
