package io.polycast.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.polycast.core.cepheus.CepheusRole;
import io.polycast.core.cepheus.view.GroupView;
import io.polycast.core.role.GroupPicture;
import io.polycast.dataplane.config.Addresses;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.PortConfig;
import io.polycast.dataplane.control.ControlException;
import io.polycast.dataplane.control.RequestHandler;
import io.polycast.dataplane.control.SetCondition;
import io.polycast.dataplane.control.SetOutcome;
import io.polycast.dataplane.control.SwitchOperations;
import io.polycast.dataplane.counters.CountersException;
import io.polycast.dataplane.counters.CountersFile;
import io.polycast.dataplane.counters.CountersReader;
import io.polycast.mft.spec.GroupChange;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.parser.contract.GroupEntry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Requests of the control socket, one per line, against an engine. */
public final class ControlTarget {
    private static final int MOST_REQUESTS = 64;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Configuration CONFIGURATION = Rig.configuration();
    private static final CountersReader COUNTERS = openCounters();

    private ControlTarget() {}

    /**
     * @param bytes of the requests
     */
    public static void fuzzerTestOneInput(final byte[] bytes) {
        final RequestHandler handler = new RequestHandler(new Engine(), COUNTERS, () -> 0);
        int start = 0;
        int requests = 0;
        for (int i = 0; i <= bytes.length && requests < MOST_REQUESTS; i++) {
            if (i == bytes.length || bytes[i] == '\n') {
                checkReply(handler.handle(bytes, start, i - start));
                start = i + 1;
                requests++;
            }
        }
    }

    private static void checkReply(final byte[] reply) {
        final JsonNode node;
        try {
            node = JSON.readTree(reply);
        } catch (final IOException e) {
            throw new AssertionError("the reply is no JSON", e);
        }
        Check.that(node.path("ok").isBoolean(), "the reply does not say whether it worked");
        Check.that(
                node.path("ok").asBoolean() || node.path("error").isTextual(),
                "the reply does not say why not");
        for (final byte b : reply) {
            Check.that(b != '\n', "the reply takes more than one line");
        }
    }

    private static CountersReader openCounters() {
        try {
            final Path file = Files.createTempFile("polycast-fuzz", ".counters");
            Files.delete(file);
            file.toFile().deleteOnExit();
            final List<String> ports =
                    CONFIGURATION.ports().stream().map(PortConfig::name).toList();
            CountersFile.create(file, "fuzz", 1, ports, List.of("t")).close();
            return CountersReader.open(file);
        } catch (final CountersException e) {
            throw new IllegalStateException(e);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A switch without threads. */
    private static final class Engine implements SwitchOperations {
        private final CepheusRole role = (CepheusRole) Rig.core(CONFIGURATION).role();

        @Override
        public Configuration configuration() {
            return CONFIGURATION;
        }

        @Override
        public List<SetOutcome> setGroups(
                final List<GroupEntry> groups, final SetCondition condition) {
            return groups.stream().map(group -> set(group, condition)).toList();
        }

        private SetOutcome set(final GroupEntry group, final SetCondition condition) {
            final long before = version(group.mcstId());
            try {
                condition.require(Addresses.formatQuad(group.mcstId()), before);
                final GroupChange change = role.setGroup(0, group, Rig.NOWHERE);
                return new SetOutcome(change, version(group.mcstId()), before, null);
            } catch (final ControlException e) {
                return SetOutcome.refused(e);
            } catch (final GroupRefusedException e) {
                return SetOutcome.refused(
                        new ControlException(ControlException.USAGE, e.getMessage()));
            }
        }

        @Override
        public long version(final int mcstId) {
            final GroupView view = role.group(mcstId);
            return view == null ? 0 : view.version();
        }

        @Override
        public boolean unsetGroup(final int mcstId) {
            return role.unsetGroup(0, mcstId);
        }

        @Override
        public List<GroupPicture> groups() {
            return List.copyOf(role.groups());
        }

        @Override
        public GroupView group(final int mcstId) {
            return role.group(mcstId);
        }

        @Override
        public void requestStop() {
            // Nothing runs.
        }

        @Override
        public void requestHandOver(final long successor) {
            // Nothing runs.
        }
    }
}
