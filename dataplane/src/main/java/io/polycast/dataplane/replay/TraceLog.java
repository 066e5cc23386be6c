package io.polycast.dataplane.replay;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import io.polycast.core.trace.TraceEvent;
import io.polycast.core.trace.TraceSink;
import io.polycast.dataplane.config.Addresses;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.wire.Opcode;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;

/**
 * Events as JSON lines: {@code t} in ns, {@code event}, then those of port, group, path and psn
 * that the event has, then its own fields.
 */
final class TraceLog implements TraceSink {
    private final JsonGenerator json;
    private final List<String> portNames;

    TraceLog(final OutputStream out, final List<String> portNames) throws IOException {
        this.json = new JsonFactory().createGenerator(out);
        this.json.setPrettyPrinter(new MinimalPrettyPrinter("\n"));
        this.portNames = portNames;
    }

    @Override
    public void onEvent(
            final long nowNs,
            final TraceEvent event,
            final int mcstId,
            final int port,
            final int path,
            final int psn,
            final int detail) {
        try {
            json.writeStartObject();
            json.writeNumberField("t", nowNs);
            json.writeStringField("event", event.name().toLowerCase(Locale.ROOT));
            if (port >= 0) {
                json.writeStringField("port", portNames.get(port));
            }
            if (mcstId != 0) {
                json.writeStringField("group", Addresses.formatQuad(mcstId));
            }
            if (path >= 0) {
                json.writeNumberField("path", path);
            }
            if (psn >= 0) {
                json.writeNumberField("psn", psn);
            }
            detail(event, detail);
            json.writeEndObject();
        } catch (final IOException e) {
            // A sink has no way to say this; the replay takes it off again.
            throw new UncheckedIOException(e);
        }
    }

    private void detail(final TraceEvent event, final int detail) throws IOException {
        final String name = event.detailName();
        switch (event.detail()) {
            case ENDING -> {
                final Ending ending = Ending.byId(detail);
                json.writeStringField(name, ending.label());
                json.writeStringField(
                        "disposition", ending.disposition().name().toLowerCase(Locale.ROOT));
            }
            case OPCODE -> json.writeStringField(name, Opcode.name(detail));
            case HEX -> json.writeStringField(name, String.format("0x%02x", detail));
            case FLAG -> json.writeBooleanField(name, detail != 0);
            case NUMBER -> json.writeNumberField(name, detail);
            case NONE -> {
                // The event says it all with its other fields.
            }
        }
    }

    /** Ends the last line; the stream stays open. */
    void finish() throws IOException {
        json.writeRaw('\n');
        json.flush();
    }
}
