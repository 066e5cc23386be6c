package io.polycast.xdp.afxdp.program;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.xdp.sys.BootId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
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
        assertNull(new ProgramRecord(file).damage());
    }

    @Test
    void shouldReadWhatEarlierBuildsWrote() throws IOException {
        final Path file = dir.resolve("leaf1.state.xdp");
        Files.writeString(file, "boot " + BootId.read() + "\n7 1234\n8 1235\n");
        final ProgramRecord record = new ProgramRecord(file);
        assertTrue(record.knows(7, 1234));
        assertTrue(record.knows(8, 1235));
        assertNull(record.damage());
    }

    /** Bits, cuts, zeros and lines that are no text: left out, and said. */
    @Test
    void shouldNeverBelieveWhatIsDamaged() throws IOException {
        final Path file = dir.resolve("leaf1.state.xdp");
        final ProgramRecord first = new ProgramRecord(file);
        for (int device = 1; device <= 6; device++) {
            first.put(device, 100 + device);
        }
        final byte[] whole = Files.readAllBytes(file);
        final Random random = new Random(9);
        int left = 0;
        for (int round = 0; round < 3_000; round++) {
            byte[] bytes = whole.clone();
            final int at = random.nextInt(bytes.length);
            switch (round % 3) {
                case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> bytes = Arrays.copyOf(bytes, at);
                default -> Arrays.fill(bytes, at, Math.min(bytes.length, at + 20), (byte) 0);
            }
            Files.write(file, bytes);
            final ProgramRecord record = new ProgramRecord(file);
            for (int device = 1; device <= 12; device++) {
                for (int program = 1; program < 300; program++) {
                    final boolean right = device <= 6 && program == 100 + device;
                    assertTrue(right || !record.knows(device, program), "round " + round);
                }
                if (device <= 6 && !record.knows(device, 100 + device)) {
                    assertNotNull(record.damage(), "round " + round);
                    left++;
                }
            }
        }
        assertTrue(left > 3_000, left + " left out");
    }

    @Test
    void shouldLeaveTheRecordWhenItCannotBeWritten() throws IOException {
        final Path file = dir.resolve("leaf1.state.xdp");
        final ProgramRecord record = new ProgramRecord(file);
        record.put(7, 1234);
        // A directory in the way stands for a disk that is full.
        Files.createDirectories(dir.resolve("leaf1.state.xdp.new"));
        assertThrows(IOException.class, () -> record.put(8, 1235));
        assertTrue(new ProgramRecord(file).knows(7, 1234));
    }
}
