package io.polycast.dataplane.schema.cepheus;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.core.cepheus.view.GroupView;
import io.polycast.core.limits.TableSettings;
import io.polycast.core.role.GroupPicture;
import io.polycast.core.role.RoleMaker;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.GroupAddresses;
import io.polycast.dataplane.config.KernelConfig;
import io.polycast.dataplane.config.KernelConfig.WhenSilent;
import io.polycast.dataplane.config.LimitsConfig;
import io.polycast.dataplane.config.RoleSchema;
import io.polycast.dataplane.config.RoleUpkeep;
import io.polycast.dataplane.config.SwitchFile;
import io.polycast.dataplane.schema.cepheus.registration.KeyFiles;
import io.polycast.dataplane.schema.cepheus.registration.RegistrationConfig;
import io.polycast.dataplane.schema.cepheus.registration.RegistrationUpkeep;
import io.polycast.dataplane.schema.types.EntryKeys;
import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.Problems;
import io.polycast.dataplane.yaml.Section;
import io.polycast.dataplane.yaml.Values;
import io.polycast.mft.registration.kept.RegisteredGroup;
import io.polycast.mft.registration.kept.RegisteredImage;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.parser.contract.GroupEntry;
import java.util.Base64;
import java.util.List;

/** Role cepheus: sections {@code protocol:} and {@code kernel:}, and groups of hosts and switches. */
public final class CepheusSchema implements RoleSchema {
    /** The {@code protocol:} section. */
    static final Key<Values> PROTOCOL =
            Key.optional(
                    "protocol",
                    ProtocolSchema.SECTION,
                    Values.NONE,
                    "Timers and windows of role cepheus.");

    /** The {@code kernel:} section. */
    static final Key<Values> KERNEL =
            Key.optional(
                    "kernel",
                    KernelSchema.SECTION,
                    Values.NONE,
                    "What the programs in the kernel do for role cepheus.");

    /** The {@code registration:} section. */
    static final Key<Values> REGISTRATION =
            Key.absent(
                    "registration",
                    RegistrationSchema.SECTION,
                    "none: MRP is not taken",
                    "Registration of groups by their leaders, over MRP.");

    @Override
    public String name() {
        return "cepheus";
    }

    @Override
    public List<Key<?>> sections() {
        return List.of(PROTOCOL, KERNEL, REGISTRATION);
    }

    @Override
    public void checkTogether(final List<SwitchFile> files) {
        GroupsTogether.check(files);
    }

    @Override
    public void checkFile(final SwitchFile file) {
        final Values section = file.file().get(REGISTRATION);
        if (section != null && file.name() != null) {
            RegistrationSchema.check(file, section);
        }
    }

    @Override
    public CepheusSections settings(final Values file, final List<String> portNames) {
        final Values registration = file.get(REGISTRATION);
        return new CepheusSections(
                ProtocolSchema.build(file.get(PROTOCOL)),
                registration == null ? null : RegistrationSchema.build(registration, portNames));
    }

    @Override
    public List<String> startFaults(final Configuration configuration) {
        final RegistrationConfig registration = CepheusSections.of(configuration).registration();
        return registration == null ? List.of() : KeyFiles.faults(registration.keys());
    }

    @Override
    public RoleUpkeep upkeep(final Configuration configuration) {
        final RegistrationConfig registration = CepheusSections.of(configuration).registration();
        return registration == null ? null : new RegistrationUpkeep(registration, configuration);
    }

    @Override
    public String kept(final GroupEntry entry) {
        return entry instanceof RegisteredGroup group
                ? Base64.getEncoder().encodeToString(RegisteredImage.write(group))
                : null;
    }

    @Override
    public GroupEntry restored(final GroupEntry entry, final String kept) {
        try {
            return RegisteredImage.read(Base64.getDecoder().decode(kept), (GroupSpec) entry);
        } catch (final IllegalArgumentException e) {
            return null;
        }
    }

    @Override
    public KernelConfig kernel(final Values file) {
        return KernelSchema.build(
                file.get(KERNEL),
                ProtocolSchema.build(file.get(PROTOCOL)).exchange().kernelPauseNs());
    }

    @Override
    public boolean crossesWhenSilent(final Values file) {
        final Values kernel = file.get(KERNEL);
        return kernel != null && kernel.get(KernelSchema.WHEN_SILENT) == WhenSilent.OPEN;
    }

    @Override
    public TableSettings feedbackRoom(final LimitsConfig limits) {
        return limits.tables();
    }

    @Override
    public RoleMaker maker(final Configuration configuration) {
        return CepheusMaker.of(configuration);
    }

    @Override
    public Section entry() {
        return GroupSchema.SECTION;
    }

    @Override
    public Key<Integer> id() {
        return EntryKeys.ID;
    }

    @Override
    public void check(
            final Values entry,
            final List<String> portNames,
            final GroupAddresses addresses,
            final Problems problems) {
        Groups.check(entry, portNames, addresses, problems);
    }

    @Override
    public int paths(final Values entry) {
        return entry.has(GroupSchema.PATHS) ? entry.get(GroupSchema.PATHS).size() : 0;
    }

    @Override
    public GroupEntry build(final Values entry, final List<String> portNames) {
        return Groups.build(entry, portNames);
    }

    @Override
    public ObjectNode write(final GroupEntry entry, final List<String> portNames) {
        return GroupWriter.of(spec(entry), portNames);
    }

    @Override
    public List<String> describe(final GroupEntry entry, final List<String> portNames) {
        return GroupWords.of(spec(entry), portNames);
    }

    private static GroupSpec spec(final GroupEntry entry) {
        return entry instanceof RegisteredGroup registered ? registered.spec() : (GroupSpec) entry;
    }

    @Override
    public ObjectNode summary(final GroupPicture picture, final List<String> portNames) {
        return TableImage.summary((GroupView) picture, portNames);
    }

    @Override
    public ObjectNode detailed(
            final ObjectNode node, final GroupPicture picture, final List<String> portNames) {
        return TableImage.detailed(node, (GroupView) picture, portNames);
    }

    @Override
    public ObjectNode why(
            final GroupPicture picture, final long nowNs, final List<String> portNames) {
        return WhyText.of((GroupView) picture, nowNs, portNames);
    }
}
