package io.polycast.node.log;

import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Publication;
import io.aeron.logbuffer.FragmentHandler;
import io.polycast.controller.machine.Controller;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;

/** Snapshot of the state machine as the archive keeps it: its length, then its bytes in pieces. */
final class SnapshotFile {
    private static final int PIECE = 1024;

    private SnapshotFile() {}

    static void write(
            final ExclusivePublication publication,
            final StateMachine machine,
            final IdleStrategy idle) {
        final byte[] state = machine.with(SnapshotFile::bytes);
        final UnsafeBuffer length = new UnsafeBuffer(new byte[Integer.BYTES]);
        length.putInt(0, state.length);
        offer(publication, length, 0, Integer.BYTES, idle);
        final UnsafeBuffer buffer = new UnsafeBuffer(state);
        for (int at = 0; at < state.length; at += PIECE) {
            offer(publication, buffer, at, Math.min(PIECE, state.length - at), idle);
        }
    }

    private static byte[] bytes(final Controller controller) {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            controller.write(new DataOutputStream(bytes));
        } catch (final IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private static void offer(
            final ExclusivePublication publication,
            final UnsafeBuffer buffer,
            final int offset,
            final int length,
            final IdleStrategy idle) {
        idle.reset();
        for (long result = publication.offer(buffer, offset, length);
                result < 0;
                result = publication.offer(buffer, offset, length)) {
            if (result == Publication.CLOSED || result == Publication.MAX_POSITION_EXCEEDED) {
                throw new IllegalStateException("the snapshot's recording ended: " + result);
            }
            idle.idle();
        }
    }

    static void read(final Image image, final StateMachine machine, final IdleStrategy idle) {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        final int[] length = {-1};
        final FragmentHandler handler =
                (buffer, offset, size, header) -> {
                    if (length[0] < 0) {
                        length[0] = buffer.getInt(offset);
                        return;
                    }
                    final byte[] piece = new byte[size];
                    buffer.getBytes(offset, piece);
                    bytes.write(piece, 0, size);
                };
        while (length[0] < 0 || bytes.size() < length[0]) {
            final int fragments = image.poll(handler, 16);
            if (fragments == 0 && (image.isClosed() || image.isEndOfStream())) {
                throw new IllegalStateException(
                        "the snapshot ends after " + bytes.size() + " bytes of " + length[0]);
            }
            idle.idle(fragments);
        }
        machine.with(
                controller -> {
                    try {
                        controller.read(
                                new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
                    } catch (final IOException wrong) {
                        throw new UncheckedIOException(wrong);
                    }
                    return null;
                });
    }
}
