package io.polycast.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.cli.console.Console;
import io.polycast.xdp.memory.MemoryPort;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class XskBenchTest {
    private static final int BATCH = 16;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--device a --size 59 | 2 | --size 59 is not in [60, 3840]",
                "--device a --batch 2000 | 2 | --batch 2000 is not in [1, --ring 1024]",
                "--device a,b --ports 3 | 2 | --ports 3 > the 2 devices of --device",
                "--device a --ring 100 | 2 | --ring 100 is not a power of two in [64, 16384]",
                "--device pcnone0 | 3 | port pcnone0: ",
            })
    void shouldSayInOneLineWhatIsWrong(
            final String arguments, final int exitCode, final String message) {
        final StringWriter err = new StringWriter();
        final Console console =
                new Console(
                        InputStream.nullInputStream(),
                        new PrintWriter(new StringWriter()),
                        new PrintWriter(err),
                        false);
        assertEquals(exitCode, Bench.execute(console, ("xsk " + arguments).split(" ")));
        assertEquals(1, err.toString().lines().count(), err.toString());
        assertTrue(err.toString().startsWith("polycast: " + message), err.toString());
    }

    @Test
    void shouldSendEachFrameOfABatchOnEveryPort() {
        for (final XskLoad.Kind kind : List.of(XskLoad.Kind.SHARED, XskLoad.Kind.OWN)) {
            final FrameMemory memory = new FrameMemory(4096, BATCH, 4 * BATCH);
            final List<Port> ports =
                    List.of(new MemoryPort(0, "a", memory, 64), new MemoryPort(1, "b", memory, 64));
            new XskLoad(kind, ports, memory, 100, BATCH).run(0);
            for (final Port port : ports) {
                final int[] seen = new int[1];
                ((MemoryPort) port)
                        .drain(
                                (buffer, offset, length) -> {
                                    assertEquals(100, length);
                                    assertEquals((byte) 0x88, buffer.getByte(offset + 12));
                                    assertEquals((byte) 2, buffer.getByte(offset));
                                    assertEquals((byte) 1, buffer.getByte(offset + 5));
                                    assertEquals((byte) 0xfe, buffer.getByte(offset + 11));
                                    seen[0]++;
                                },
                                2 * BATCH);
                assertEquals(BATCH, seen[0], kind + " on " + port.name());
            }
        }
    }

    @Test
    void shouldGiveBackWhatItReceives() {
        final FrameMemory memory = new FrameMemory(4096, 4 * BATCH, BATCH);
        final MemoryPort port = new MemoryPort(0, "a", memory, 64);
        final XskLoad load = new XskLoad(XskLoad.Kind.RECEIVE, List.of(port), memory, 100, BATCH);
        final int before = memory.chunksInUse();
        for (int i = 0; i < BATCH; i++) {
            assertTrue(port.inject(memory.buffer(), 0, 60));
        }
        load.run(0);
        assertEquals(BATCH, port.stats().rxFrames);
        assertEquals(before, memory.chunksInUse());
    }
}
