package io.polycast.node.shufflecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.dataplane.yaml.ConfigurationException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ControlFileTest {
    private static final String FIRST =
            """
            shufflecast: {p: 2, k: 2}
            control:
              listen: "127.0.0.1:4793"
              tokenFile: /etc/polycast/shufflecast.token
            """;

    @Test
    void shouldReadAFirstConfiguration() throws Exception {
        final ControlSettings settings = ControlFile.parse("control.yaml", FIRST);
        assertEquals("2,2", settings.shape().toString());
        assertEquals(8, settings.tors().size());
        assertEquals(1_000_000_000L, settings.returnAfterNs());
        assertEquals(4793, settings.listen().getPort());
        final ControlSettings shared =
                ControlFile.parse("control.yaml", FIRST.replace("k: 2}", "k: 3, tors: 15}"));
        assertEquals(15, shared.tors().size());
        assertEquals(9, shared.tors().stream().filter(each -> each.nodes().size() > 1).count());
        assertEquals(List.of(0), List.of(shared.tors().get(0).number()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "p: 2 | p: 1 | 1:18: 'p': 1 is out of range",
                "k: 2 | k: 12 | 1:18: a 2,12-Shufflecast has 49152 nodes, and a control serves"
                        + " 4096",
                "p: 2, k: 2 | p: 60, k: 9 | k p^k exceeds 65536 ToRs",
                "k: 2} | 'k: 3, tors: 8}' | 1:33: 8 ToRs are not in [9, 24]",
                "127.0.0.1:4793 | 127.0.0.1 | 3:11: 'listen'",
                "tokenFile | token | unknown key 'token'",
            })
    void shouldNamePlaceAndRemedy(final String what, final String instead, final String expected) {
        final String message =
                assertThrows(
                                ConfigurationException.class,
                                () ->
                                        ControlFile.parse(
                                                "control.yaml", FIRST.replace(what, instead)))
                        .getMessage();
        assertTrue(message.contains(expected), message);
    }
}
