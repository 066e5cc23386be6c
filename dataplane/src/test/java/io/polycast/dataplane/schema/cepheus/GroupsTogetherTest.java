package io.polycast.dataplane.schema.cepheus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.dataplane.schema.SwitchFiles;
import io.polycast.dataplane.yaml.ConfigurationException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupsTogetherTest {
    @TempDir private Path dir;

    private static String file(final int number, final String group) {
        return """
        switch: {name: s%d, role: cepheus, mac: "02:00:00:00:00:%02x"}
        ports: [{name: p0, driver: memory}, {name: p1, driver: memory}]
        groups:
          - id: 10.255.0.1
            %s
            paths: [{port: p0, switch: {mac: "02:00:00:00:00:11"}}]
        """
                .formatted(number, number, group);
    }

    private String together(final String... texts) throws Exception {
        final List<Path> files = new ArrayList<>();
        for (final String text : texts) {
            final Path file = dir.resolve((char) ('a' + files.size()) + ".yaml");
            files.add(Files.writeString(file, text));
            ConfigurationReader.read(file);
        }
        try {
            SwitchFiles.check(files);
            return "";
        } catch (final ConfigurationException e) {
            return e.getMessage().replace(dir + "/", "");
        }
    }

    @Test
    void shouldTakeAGroupThatIsTheSameEverywhere() throws Exception {
        final String group = "policy: {silent: evict}";
        assertEquals("", together(file(1, group), file(2, group), file(3, group)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "memoryBase: 4096 | memoryBase",
                "initialPsn: 0 | initialPsn",
                "uc: allow | uc",
            })
    void shouldRefuseAnotherValueOfAGroup(final String given, final String key) throws Exception {
        final String expected =
                "b.yaml:%d:%d: '%s' of group 10.255.0.1 is not that of switch 's1'; give a group"
                        + " the same value on all switches of its tree";
        assertEquals(
                expected.formatted(5, 7 + key.length(), key),
                together(file(1, "epoch: 1"), file(2, given)));
        assertEquals(expected.formatted(4, 5, key), together(file(1, given), file(2, "epoch: 1")));
    }

    @ParameterizedTest
    @CsvSource({
        "fatalNak: evict-member, fatalNak",
        "silent: evict, silent",
        "silentAfter: 3s, silentAfter"
    })
    void shouldRefuseAnotherPolicy(final String given, final String key) throws Exception {
        final String message =
                together(file(1, "epoch: 1"), file(2, "policy: {%s}".formatted(given)));
        assertTrue(message.startsWith("b.yaml:5:"), message);
        assertTrue(message.contains("'" + key + "' of group 10.255.0.1"), message);
    }

    @Test
    void shouldRefuseOneFileTwice() throws Exception {
        assertEquals(
                "b.yaml:1:1: another file has switch.name 's1' too; give each switch a name of its"
                        + " own",
                together(file(1, "epoch: 1"), file(1, "epoch: 1")));
    }

    @Test
    void shouldRefuseOneMacTwice() throws Exception {
        assertEquals(
                "b.yaml:1:1: switch 's1' has the same switch.mac; give each switch a MAC address"
                        + " of its own",
                together(file(1, "epoch: 1"), file(1, "epoch: 1").replace("name: s1", "name: s2")));
    }
}
