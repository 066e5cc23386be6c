package io.polycast.xdp.afxdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramRecordTest {
    @TempDir private Path dir;

    @Test
    void shouldKnowAgainWhatItWasTold() throws IOException {
        final Path file = dir.resolve("leaf1.state.xdp");
        final ProgramRecord first = new ProgramRecord(file);
        assertFalse(first.knows(7, 1234));
        first.put(7, 1234);
        first.put(8, 1235);
        first.put(7, 1300);
        final ProgramRecord second = new ProgramRecord(file);
        assertTrue(second.knows(7, 1300));
        assertFalse(second.knows(7, 1234));
        assertTrue(second.knows(8, 1235));
        assertFalse(second.knows(9, 1235));
    }

    @Test
    void shouldForgetWhatWasBeforeTheMachineBooted() throws IOException {
        final Path file = dir.resolve("leaf1.state.xdp");
        new ProgramRecord(file).put(7, 1234);
        final String text = Files.readString(file);
        Files.writeString(file, text.replaceFirst("boot [0-9a-f]", "boot x"));
        assertFalse(new ProgramRecord(file).knows(7, 1234));
    }

    @Test
    void shouldPassOverLinesThatMakeNoSense() throws IOException {
        final Path file = dir.resolve("leaf1.state.xdp");
        new ProgramRecord(file).put(7, 1234);
        final String text = Files.readString(file);
        Files.writeString(file, text + "x y\n99999999999999999999 1\n8");
        assertTrue(new ProgramRecord(file).knows(7, 1234));
        assertEquals(4 + 1, Files.readAllLines(file).size());
    }
}
