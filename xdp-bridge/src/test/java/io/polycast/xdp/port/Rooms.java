package io.polycast.xdp.port;

import static org.junit.jupiter.api.Assertions.assertTrue;

/** Holds a port to what its {@link Port#room} says. */
public final class Rooms {
    private Rooms() {}

    /**
     * Sends as long as there is room; every frame must be taken.
     *
     * @param port to send to
     * @param length of the frames
     * @param most frames to send
     * @return frames sent
     */
    public static int fill(final Port port, final int length, final int most) {
        int sent = 0;
        int room = port.room();
        while (room > 0 && sent < most) {
            for (int i = 0; i < room && sent < most; i++) {
                assertTrue(
                        port.send(Frames.frame(sent, length), 0, length),
                        "frame " + i + " of a room of " + room);
                sent++;
            }
            room = port.room();
        }
        return sent;
    }
}
