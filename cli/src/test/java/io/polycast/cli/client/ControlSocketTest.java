package io.polycast.cli.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ControlSocketTest {
    @Test
    void shouldListSocketsAsOneTypesThem() {
        assertEquals(
                "several switches run here: run/a.sock, run/b.sock; name one with --socket",
                ControlSocket.several(List.of(Path.of("run/a.sock"), Path.of("run/b.sock")))
                        .getMessage());
    }
}
