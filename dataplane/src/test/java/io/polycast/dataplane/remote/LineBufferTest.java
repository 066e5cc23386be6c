package io.polycast.dataplane.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lines in any pieces. */
class LineBufferTest {
    private final LineBuffer buffer = new LineBuffer(8);

    private List<String> take(final String piece) {
        buffer.fill(ByteBuffer.wrap(piece.getBytes(StandardCharsets.UTF_8)));
        final List<String> lines = new ArrayList<>();
        for (int length = buffer.line(); length >= 0; length = buffer.line()) {
            lines.add(new String(buffer.bytes(), buffer.offset(), length, StandardCharsets.UTF_8));
            buffer.drop();
        }
        return lines;
    }

    @Test
    void shouldTakeLinesInAnyPieces() {
        assertEquals(List.of(), take("ab"));
        assertEquals(List.of("abc", "", "d"), take("c\n\nd\ne"));
        assertEquals(List.of("e12345678".substring(0, 8)), take("1234567\n"));
        assertFalse(buffer.isTooLong());
    }

    @Test
    void shouldRefuseALineThatIsTooLong() {
        assertEquals(List.of("a"), take("a\n12345678"));
        assertFalse(buffer.isTooLong());
        assertEquals(List.of(), take("9"));
        assertTrue(buffer.isTooLong());
        assertEquals(List.of(), take("\nb\n"), "nothing behind it counts");
    }

    @Test
    void shouldTakeManyLinesOfOneRead() {
        assertEquals(20_000, take("x\n".repeat(20_000)).size());
    }
}
