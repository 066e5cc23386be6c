package io.polycast.dataplane.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Records by group, in the order in which they were first put. Each record is kept as the bytes of its JSON
 * text, because a full collection stops packets for the time that live objects take. A group of 8 members
 * takes 1 kB as text and 8 kB as a tree of nodes. Callers get copies of the records.
 */
final class PackedRecords extends AbstractMap<String, ObjectNode> {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<String, byte[]> packed = new LinkedHashMap<>();

    @Override
    public ObjectNode put(final String id, final ObjectNode record) {
        return unpack(packed.put(id, record.toString().getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public ObjectNode get(final Object id) {
        return unpack(packed.get(id));
    }

    @Override
    public boolean containsKey(final Object id) {
        return packed.containsKey(id);
    }

    @Override
    public ObjectNode remove(final Object id) {
        return unpack(packed.remove(id));
    }

    @Override
    public int size() {
        return packed.size();
    }

    @Override
    public Set<Entry<String, ObjectNode>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Entry<String, ObjectNode>> iterator() {
                final Iterator<Entry<String, byte[]>> each = packed.entrySet().iterator();
                return new Iterator<>() {
                    @Override
                    public boolean hasNext() {
                        return each.hasNext();
                    }

                    @Override
                    public Entry<String, ObjectNode> next() {
                        final Entry<String, byte[]> next = each.next();
                        return new SimpleImmutableEntry<>(next.getKey(), unpack(next.getValue()));
                    }

                    @Override
                    public void remove() {
                        each.remove();
                    }
                };
            }

            @Override
            public int size() {
                return packed.size();
            }
        };
    }

    private static ObjectNode unpack(final byte[] text) {
        if (text == null) {
            return null;
        }
        try {
            final JsonNode record = JSON.readTree(text);
            return (ObjectNode) record;
        } catch (final IOException e) {
            throw new UncheckedIOException("a record that was written here", e);
        }
    }
}
