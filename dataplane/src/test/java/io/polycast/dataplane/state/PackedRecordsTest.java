package io.polycast.dataplane.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PackedRecordsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final PackedRecords records = new PackedRecords();

    private static ObjectNode record(final String id) {
        final ObjectNode record = JSON.createObjectNode().put("later", true);
        record.putObject("set").put("id", id).put("va", new BigInteger("18446744073709551615"));
        return record;
    }

    @Test
    void shouldHandOutWhatWasPut() {
        assertNull(records.put("a", record("a")));
        assertEquals(record("a").toString(), records.get("a").toString());
        assertNotSame(records.get("a"), records.get("a"));
        assertNull(records.get("b"));
        assertEquals(record("a").toString(), records.remove("a").toString());
        assertNull(records.remove("a"));
        assertEquals(0, records.size());
    }

    @Test
    void shouldKeepTheOrderInWhichRecordsCame() {
        for (final String id : List.of("c", "a", "b")) {
            records.put(id, record(id));
        }
        records.put("c", record("anew"));
        final List<String> seen = new ArrayList<>();
        for (final Map.Entry<String, ObjectNode> each : records.entrySet()) {
            seen.add(each.getKey() + each.getValue().at("/set/id").asText());
        }
        assertEquals(List.of("canew", "aa", "bb"), seen);
    }
}
