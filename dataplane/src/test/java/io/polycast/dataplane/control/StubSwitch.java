package io.polycast.dataplane.control;

import io.polycast.core.cepheus.view.GroupProgress;
import io.polycast.core.cepheus.view.GroupView;
import io.polycast.core.cepheus.view.PathView;
import io.polycast.core.event.LinkState;
import io.polycast.core.role.GroupDatapath;
import io.polycast.core.role.GroupPicture;
import io.polycast.core.role.LegPicture;
import io.polycast.core.role.QueuePicture;
import io.polycast.core.role.RelayPicture;
import io.polycast.core.role.RelayPicture.Heard;
import io.polycast.core.surrogate.spec.SurrogateGroup;
import io.polycast.core.surrogate.view.SurrogateView;
import io.polycast.dataplane.config.Addresses;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.PortConfig;
import io.polycast.dataplane.counters.CountersFile;
import io.polycast.dataplane.counters.CountersReader;
import io.polycast.dataplane.links.PortLink;
import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.mft.registration.kept.RegisteredGroup;
import io.polycast.mft.spec.GroupChange;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.GroupEntry;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpGroup;
import io.polycast.parser.mrp.MrpNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A switch without an engine: every kind of answer can be had from it. */
final class StubSwitch implements SwitchOperations, AutoCloseable {
    private final Configuration configuration;
    private final CountersFile counters;
    private final CountersReader reader;
    private final Map<Integer, GroupEntry> groups = new TreeMap<>();
    private final Map<Integer, Long> versions = new TreeMap<>();
    private final List<AbsentGroup> absent = new ArrayList<>();
    private String refused = "";
    private boolean exchanged;

    StubSwitch(final Path dir, final String yaml) throws Exception {
        configuration = ConfigurationReader.parse("leaf1.yaml", yaml);
        final Path file = dir.resolve(configuration.ports().get(0).driver() + ".counters");
        counters =
                CountersFile.create(
                        file,
                        configuration.identity().name(),
                        1,
                        configuration.ports().stream().map(PortConfig::name).toList(),
                        List.of("pc-core-0"));
        reader = CountersReader.open(file);
    }

    RequestHandler handler() {
        return new RequestHandler(this, reader, () -> 5_000_000_000L);
    }

    /** The group with this id stalls the switch. */
    void refuse(final String id) {
        refused = id;
    }

    /** From now on every number is there that a running exchange has, and every list has an element. */
    void exchange() {
        exchanged = true;
        counters.shard(0).end(Ending.UNKNOWN_GROUP.id());
        absent.add(new AbsentGroup("10.255.0.9", 2, "there is no port 'p9'"));
    }

    @Override
    public List<QueuePicture> queues() {
        return exchanged
                ? List.of(
                        new QueuePicture(new QueuePicture.Place(0, null, 3, 0), 7, 2, 1, 5, false))
                : List.of();
    }

    @Override
    public List<LegPicture> legs() {
        return exchanged
                ? List.of(new LegPicture("n2", 0, false, true, 5_000_000_000L, 1))
                : List.of();
    }

    @Override
    public List<RelayPicture> relays() {
        return exchanged
                ? List.of(
                        new RelayPicture(0, 4, List.of(0, 2), List.of(new Heard(4, 1, true, 1, 4))),
                        new RelayPicture(5, 0, List.of(), List.of(new Heard(0, 0, false, 3, 0))))
                : List.of();
    }

    @Override
    public void close() {
        reader.close();
        counters.close();
    }

    @Override
    public Configuration configuration() {
        return configuration;
    }

    @Override
    public List<SetOutcome> setGroups(final List<GroupEntry> all, final SetCondition condition) {
        return all.stream().map(group -> set(group, condition)).toList();
    }

    private SetOutcome set(final GroupEntry group, final SetCondition condition) {
        final String id = Addresses.formatQuad(group.mcstId());
        if (id.equals(refused)) {
            return SetOutcome.refused(new SwitchStalledException(null));
        }
        final long before = version(group.mcstId());
        try {
            condition.require(id, before);
        } catch (final ControlException e) {
            return SetOutcome.refused(e);
        }
        groups.put(group.mcstId(), group);
        versions.put(group.mcstId(), before == 0 ? 2 : before + 1);
        final GroupChange.Kind kind =
                before == 0 ? GroupChange.Kind.CREATED : GroupChange.Kind.ANEW;
        return new SetOutcome(new GroupChange(kind, 0), version(group.mcstId()), before, null);
    }

    @Override
    public long version(final int mcstId) {
        return versions.getOrDefault(mcstId, 0L);
    }

    @Override
    public boolean unsetGroup(final int mcstId) {
        versions.remove(mcstId);
        return groups.remove(mcstId) != null;
    }

    @Override
    public List<GroupPicture> groups() {
        return groups.keySet().stream().map(this::group).toList();
    }

    @Override
    public GroupPicture group(final int mcstId) {
        final GroupEntry entry = groups.get(mcstId);
        if (entry instanceof SurrogateGroup group) {
            return new SurrogateView(mcstId, group, 2, List.of("n2"), 0, 5, 9);
        }
        final GroupSpec spec = (GroupSpec) entry;
        if (spec == null) {
            return null;
        }
        final int number = exchanged ? 1 : -1;
        final List<PathView> paths = new ArrayList<>();
        for (final PathSpec path : spec.paths()) {
            paths.add(
                    new PathView(
                            paths.size(),
                            path,
                            exchanged ? "receiver" : "unknown",
                            number,
                            number,
                            0,
                            exchanged ? 1 : 0,
                            0));
        }
        return new GroupView(
                mcstId,
                spec,
                1,
                new GroupProgress(
                        number, number, 2 * number, number, number, number, exchanged ? 1 : 0),
                paths,
                exchanged ? GroupDatapath.KERNEL : GroupDatapath.USER,
                null,
                exchanged ? registered(spec) : null);
    }

    private static RegisteredGroup registered(final GroupSpec spec) {
        final MrpAddress leader = MrpAddress.ipv4(0x0A00_0001);
        final RegisteredGroup.Hop up = new RegisteredGroup.Hop(0, 1, leader, List.of());
        return new RegisteredGroup(
                MrpAddress.ipv4(spec.mcstId()),
                7,
                spec,
                new MrpGroup(
                        0, -1, -1, 1, MrpGroup.Policies.WAIT, new MrpGroup.Counts(1, 0), leader),
                List.of(new MrpNode(leader, 256, MrpNode.LEADER)),
                List.of(),
                up,
                List.of());
    }

    @Override
    public List<GroupPicture> learned() {
        return exchanged && configuration.role().name().equals("surrogate")
                ? List.of(new SurrogateView(0xEF01_0107, null, 1, List.of("n2"), 259L << 30, 0, 0))
                : List.of();
    }

    @Override
    public List<AbsentGroup> absentGroups() {
        return absent;
    }

    @Override
    public List<PortLink> links() {
        return List.of(new PortLink("e0", LinkState.UP, 10_000), PortLink.NONE);
    }

    @Override
    public Map<String, Long> kernelDispositions() {
        return Map.of("no row", 1L);
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
