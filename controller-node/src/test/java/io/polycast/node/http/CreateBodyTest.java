package io.polycast.node.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.controller.log.Entry;
import io.polycast.controller.log.GroupOptions;
import io.polycast.node.log.EntryCodec;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Bodies of {@code POST /v1/groups}. */
class CreateBodyTest {
    @Test
    void shouldChooseWhatGroupsOfApplicationsHave() throws HttpProblem {
        final byte[] body = "{\"name\": \"g\"}".getBytes(StandardCharsets.UTF_8);
        assertEquals(GroupOptions.DEFAULT, CreateBody.parse(body).options());
    }

    @Test
    void shouldTakeAsManyHostsAsFitAnEntryOfTheLog() throws HttpProblem {
        assertEquals(4096, CreateBody.parse(hosts(4096)).hosts().size());
        final HttpProblem problem =
                assertThrows(HttpProblem.class, () -> CreateBody.parse(hosts(4097)));
        assertTrue(problem.getMessage().contains("4096"), problem.getMessage());
        final Entry entry = new Entry.Request(1, "key", CreateBody.parse(hosts(4096)));
        assertTrue(EntryCodec.write(entry).length < 120 << 10);
    }

    private static byte[] hosts(final int count) {
        final String hosts =
                IntStream.range(0, count)
                        .mapToObj(i -> "\"fd00::" + Integer.toHexString(i + 1) + "\"")
                        .collect(Collectors.joining(","));
        return ("{\"name\":\"g\",\"hosts\":[" + hosts + "]}").getBytes(StandardCharsets.UTF_8);
    }
}
