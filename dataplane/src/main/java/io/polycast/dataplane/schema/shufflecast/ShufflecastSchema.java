package io.polycast.dataplane.schema.shufflecast;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.core.role.GroupPicture;
import io.polycast.core.role.RoleMaker;
import io.polycast.core.shufflecast.ShufflecastRole;
import io.polycast.core.shufflecast.spec.ShufflecastGroup;
import io.polycast.core.shufflecast.spec.ShufflecastSettings;
import io.polycast.core.shufflecast.view.ShufflecastView;
import io.polycast.dataplane.config.Addresses;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.GroupAddresses;
import io.polycast.dataplane.config.PortConfig;
import io.polycast.dataplane.config.RoleSchema;
import io.polycast.dataplane.config.SwitchFile;
import io.polycast.dataplane.disk.IoReason;
import io.polycast.dataplane.remote.RoleLink;
import io.polycast.dataplane.remote.SecretFile;
import io.polycast.dataplane.schema.shufflecast.link.RelayLink;
import io.polycast.dataplane.schema.shufflecast.link.RelayLinkSettings;
import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.Problems;
import io.polycast.dataplane.yaml.Section;
import io.polycast.dataplane.yaml.Values;
import io.polycast.parser.contract.GroupEntry;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Role shufflecast: section {@code shufflecast:}, and groups of ports. */
public final class ShufflecastSchema implements RoleSchema {
    /** Bounds of the time between two looks at what is heard, in ms. */
    private static final long LEAST_PERIOD_MS = 10;

    private static final long MOST_PERIOD_MS = 1000;

    private static final Key<Values> SHUFFLECAST =
            Key.required(
                    "shufflecast",
                    ShufflecastKeys.SECTION,
                    "Place of the ToR, its splitters and sources; role shufflecast only.");

    @Override
    public String name() {
        return "shufflecast";
    }

    @Override
    public List<Key<?>> sections() {
        return List.of(SHUFFLECAST);
    }

    @Override
    public void checkFile(final SwitchFile file) {
        if (file.file().has(SHUFFLECAST)) {
            ShufflecastRelations.check(file, file.file().get(SHUFFLECAST));
        }
    }

    @Override
    public boolean runsAlone() {
        return true;
    }

    @Override
    public ShufflecastSections settings(final Values file, final List<String> portNames) {
        return ShufflecastKeys.build(file.get(SHUFFLECAST), portNames);
    }

    @Override
    public List<String> describe(final Configuration configuration) {
        return RelaySummary.lines(configuration);
    }

    @Override
    public Map<String, Object> values(final Configuration configuration) {
        return Map.of("relays", RelaySummary.values(configuration));
    }

    @Override
    public RoleMaker maker(final Configuration configuration) {
        final ShufflecastSettings settings = ShufflecastSections.of(configuration).relay();
        return parts ->
                new ShufflecastRole(
                        configuration.identity().mac(),
                        configuration.ports().size(),
                        configuration.limits().tables().maxGroups(),
                        settings,
                        parts.counters());
    }

    @Override
    public List<String> startFaults(final Configuration configuration) {
        final ShufflecastSections.Control control = ShufflecastSections.of(configuration).control();
        if (control == null) {
            return List.of();
        }
        try {
            SecretFile.token(control.tokenFile());
            return List.of();
        } catch (final FileSystemException e) {
            return List.of(
                    "shufflecast.tokenFile "
                            + control.tokenFile()
                            + " cannot be read ("
                            + IoReason.of(e)
                            + "); name a file of mode 0600 with the control's token");
        } catch (final IOException e) {
            return List.of("shufflecast.tokenFile is refused: " + e.getMessage());
        }
    }

    @Override
    public RoleLink.Maker link(final Configuration configuration) {
        final ShufflecastSections sections = ShufflecastSections.of(configuration);
        final ShufflecastSections.Control control = sections.control();
        if (control == null) {
            return null;
        }
        final RelayLinkSettings settings =
                new RelayLinkSettings(
                        control.endpoint(),
                        control.tokenFile(),
                        configuration.identity().name(),
                        control.p(),
                        control.k(),
                        configuration.ports().stream().map(PortConfig::name).toList(),
                        Math.min(
                                MOST_PERIOD_MS,
                                Math.max(
                                        LEAST_PERIOD_MS,
                                        TimeUnit.NANOSECONDS.toMillis(
                                                sections.relay().heartbeatNs()))));
        return relay -> new RelayLink(settings, relay);
    }

    @Override
    public Section entry() {
        return MemberKeys.SECTION;
    }

    @Override
    public Key<Integer> id() {
        return MemberKeys.ID;
    }

    @Override
    public void check(
            final Values entry,
            final List<String> portNames,
            final GroupAddresses addresses,
            final Problems problems) {
        MemberKeys.check(entry, portNames, problems);
    }

    @Override
    public int paths(final Values entry) {
        return MemberKeys.ports(entry).size();
    }

    @Override
    public GroupEntry build(final Values entry, final List<String> portNames) {
        return MemberKeys.build(entry, portNames);
    }

    @Override
    public ObjectNode write(final GroupEntry entry, final List<String> portNames) {
        return MemberKeys.write((ShufflecastGroup) entry, portNames);
    }

    @Override
    public List<String> describe(final GroupEntry entry, final List<String> portNames) {
        final ShufflecastGroup group = (ShufflecastGroup) entry;
        return List.of(
                "group "
                        + Addresses.formatQuad(group.mcstId())
                        + ": members at "
                        + String.join(", ", MemberKeys.names(group.ports(), portNames)));
    }

    @Override
    public ObjectNode summary(final GroupPicture picture, final List<String> portNames) {
        final ShufflecastView view = (ShufflecastView) picture;
        final List<String> ports = MemberKeys.names(view.ports(), portNames);
        return JsonNodeFactory.instance
                .objectNode()
                .put("id", Addresses.formatQuad(view.mcstId()))
                .put("ports", String.join(" ", ports))
                .put("frames", view.frames())
                .put("copies", view.copies());
    }

    @Override
    public ObjectNode detailed(
            final ObjectNode node, final GroupPicture picture, final List<String> portNames) {
        final ShufflecastGroup group = new ShufflecastGroup(picture.mcstId(), picture.ports());
        return node.set("entry", MemberKeys.write(group, portNames));
    }
}
