package io.polycast.node.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class ArrivalTest {
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[Piece.LENGTH + Piece.HASH]);
    private final Arrival arrival = new Arrival();

    private String data(final long length, final long position, final int bytes) {
        Piece.write(buffer, 0, Piece.DATA, length, position);
        final String problem = arrival.open(buffer, 0, Piece.LENGTH);
        return problem.isEmpty() && arrival.isWanted() ? arrival.advance(bytes) : problem;
    }

    private String end(final long length) {
        Piece.write(buffer, 0, Piece.END, length, length);
        return arrival.open(buffer, 0, Piece.LENGTH + Piece.HASH);
    }

    @Test
    void shouldTakeAFileFromTheMiddleRound() {
        assertEquals("", data(100, 60, 40));
        assertEquals(0, arrival.prefix());
        assertEquals("", end(100));
        assertFalse(arrival.isComplete(), "60 bytes lack");
        assertEquals("", data(100, 0, 25));
        assertEquals(25, arrival.prefix());
        assertEquals("", data(100, 25, 35));
        assertEquals(100, arrival.prefix());
        assertTrue(arrival.isComplete());
        assertEquals("", data(100, 60, 40));
        assertEquals(100, arrival.prefix());
    }

    @Test
    void shouldKnowWhetherTheLastMessageIsTheFin() {
        Piece.write(buffer, 0, Piece.FIN, 100, 100);
        assertEquals("", arrival.open(buffer, 0, Piece.LENGTH));
        assertTrue(arrival.isFinished());
        assertEquals("", data(100, 60, 40));
        assertFalse(arrival.isFinished(), "another round for another host");
        assertFalse(arrival.isComplete());
    }

    @Test
    void shouldNotTakeAnythingElse() {
        buffer.putInt(0, 17);
        assertTrue(arrival.open(buffer, 0, Piece.LENGTH).contains("not of polycast endpoint"));
        assertEquals("", data(100, 0, 10));
        assertTrue(data(100, 20, 10).contains("bytes from 10 on were lost"));
        assertTrue(data(101, 10, 10).contains("another file"));
        assertTrue(data(100, 10, 91).contains("beyond the end"));
        Piece.write(buffer, 0, Piece.END, 100, 100);
        assertTrue(arrival.open(buffer, 0, Piece.LENGTH).contains("without its SHA-256"));
        assertTrue(arrival.open(buffer, 0, Piece.LENGTH - 1).contains("not of polycast endpoint"));
    }
}
