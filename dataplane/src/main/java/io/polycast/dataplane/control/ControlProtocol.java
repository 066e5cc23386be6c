package io.polycast.dataplane.control;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Words of the control socket's protocol, as docs/control-protocol.md has them. */
public final class ControlProtocol {
    /** Key of each answer that tells the version of the protocol. */
    public static final String SCHEMA_KEY = "schema";

    static final String COMMAND_KEY = "command";

    /** Version of the protocol; it grows when a key goes away or changes its meaning. */
    public static final int SCHEMA = 1;

    /** Writes records with keys in snake_case. */
    static final ObjectMapper JSON =
            new ObjectMapper().setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);

    /** What a request asks for. */
    public enum Command {
        /** A sign of life. */
        PING("ping", List.of()),
        /** Installs or replaces groups. */
        GROUP_SET("group.set", List.of("source", "group", "groups", "create", "if_version")),
        /** Removes a group. */
        GROUP_UNSET("group.unset", List.of("id")),
        /** Looks at the switch. */
        SHOW("show", List.of("what", "id")),
        /** Ends the switch. */
        STOP("stop", List.of()),
        /** Ends the switch for the sake of another process. */
        HANDOVER("handover", List.of("pid", "deadline_ms"));

        private final String label;
        private final List<String> keys;

        Command(final String label, final List<String> keys) {
            this.label = label;
            this.keys = keys;
        }

        /**
         * @return the word of a request
         */
        public String label() {
            return label;
        }

        /** Keys of a request besides the command and the schema. */
        List<String> keys() {
            return keys;
        }

        static Command of(final String label) {
            return Arrays.stream(values())
                    .filter(each -> each.label.equals(label))
                    .findFirst()
                    .orElse(null);
        }

        static String labels() {
            return Arrays.stream(values()).map(Command::label).collect(Collectors.joining(", "));
        }
    }

    /** What {@code show} shows. */
    public enum Topic {
        /** All groups, a line each. */
        GROUPS,
        /** One group with its paths. */
        MFT,
        /** What one group waits for. */
        WHY,
        /** Counters and link of each port. */
        PORTS,
        /** Endings, tallies and duty cycles. */
        COUNTERS,
        /** Losses alone. */
        DROPS,
        /** Rules of the devices of several shards. */
        STEERING,
        /** Output queues of a role that has them. */
        VOQS,
        /** Legs to other nodes of a role that has them. */
        LEGS,
        /** Logical nodes of a relay. */
        RELAYS;

        /** The word of a request and of the command line. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Topic of(final String word) {
            return Arrays.stream(values())
                    .filter(each -> each.toString().equals(word))
                    .findFirst()
                    .orElse(null);
        }

        static String words() {
            return Arrays.stream(values()).map(Topic::toString).collect(Collectors.joining(", "));
        }
    }

    private ControlProtocol() {}

    static ObjectNode refusal(final int exitCode, final String message) {
        return JSON.createObjectNode()
                .put(SCHEMA_KEY, SCHEMA)
                .put("ok", false)
                .put("error", message)
                .put("exit", exitCode);
    }

    static ObjectNode answer() {
        return JSON.createObjectNode().put(SCHEMA_KEY, SCHEMA).put("ok", true);
    }

    /**
     * @param label of a counter
     * @return the counter's key: the label in small letters, with underscores between the words
     */
    public static String key(final String label) {
        return label.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
    }
}
