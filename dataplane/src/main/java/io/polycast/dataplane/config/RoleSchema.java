package io.polycast.dataplane.config;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.polycast.core.limits.TableSettings;
import io.polycast.core.role.GroupPicture;
import io.polycast.core.role.RoleMaker;
import io.polycast.core.role.RoleSettings;
import io.polycast.dataplane.remote.RoleLink;
import io.polycast.dataplane.yaml.Key;
import io.polycast.dataplane.yaml.Problems;
import io.polycast.dataplane.yaml.Section;
import io.polycast.dataplane.yaml.Values;
import io.polycast.parser.contract.GroupEntry;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * Configuration and output of one role. A schema declares the role's sections of the file and the keys of its
 * entries in {@code groups:}. The schema also says what the role needs of the process, makes the role, and
 * renders its groups for {@code show}. The file, {@code group set}, the journal and {@code show} read and write entries by
 * the schema of the switch's role.
 */
public interface RoleSchema {
    /**
     * @return the word of {@code switch.role}; also stands in the journal
     */
    String name();

    /**
     * @return top-level keys that only this role has, in the order of the reference
     */
    List<Key<?>> sections();

    /**
     * Checks the role's own sections, and ports and groups against them.
     *
     * @param file as far as it could be read; its problems take what is wrong
     */
    default void checkFile(final SwitchFile file) {}

    /**
     * Checks the files of several switches of this role against each other.
     *
     * @param files without errors of their own
     */
    default void checkTogether(final List<SwitchFile> files) {}

    /**
     * @return whether the role runs in one shard, in the user datapath only
     */
    default boolean runsAlone() {
        return false;
    }

    /**
     * Builds what the role's own sections say.
     *
     * @param file keys of a whole file without errors
     * @param portNames of the switch, by index
     * @return the settings, of the class of this role
     */
    default RoleSettings settings(final Values file, final List<String> portNames) {
        return RoleSettings.NONE;
    }

    /**
     * Builds what the role asks of programs in the kernel.
     *
     * @param file keys of a whole file without errors
     * @return the settings; {@link KernelConfig#NONE} for a role without kernel datapath
     */
    default KernelConfig kernel(final Values file) {
        return KernelConfig.NONE;
    }

    /**
     * @param file keys that could be read
     * @return whether frames of no group are to cross wires while the switch is silent
     */
    default boolean crossesWhenSilent(final Values file) {
        return false;
    }

    /**
     * @return whether the role holds frames, of which {@code limits.heldChunks} is the most
     */
    default boolean holds() {
        return false;
    }

    /**
     * @return frames that the role holds at most where {@code limits.heldChunks} is 0
     */
    default int heldByDefault() {
        return 0;
    }

    /**
     * @param limits of the switch
     * @return room of the feedback words in each shard's state file
     */
    default TableSettings feedbackRoom(final LimitsConfig limits) {
        return TableSettings.NONE;
    }

    /**
     * @param configuration of a switch of this role
     * @return what {@code check} says of the role's own sections, a line each
     */
    default List<String> describe(final Configuration configuration) {
        return List.of();
    }

    /**
     * @param configuration of a switch of this role
     * @return the same for programs
     */
    default Map<String, Object> values(final Configuration configuration) {
        return Map.of();
    }

    /**
     * Compares open ports with what the role needs of them.
     *
     * @param configuration of a switch of this role
     * @param longest frame of each port, in bytes with one tag and without FCS
     * @return warnings of the start, a line each, with the remedy
     */
    default List<String> portWarnings(
            final Configuration configuration, final IntUnaryOperator longest) {
        return List.of();
    }

    /**
     * @param configuration of a switch of this role
     * @return makes the role of each of its shards
     */
    RoleMaker maker(Configuration configuration);

    /**
     * @param configuration of a switch of this role
     * @return why the role cannot start, one line for people each: files that it needs are not there
     */
    default List<String> startFaults(final Configuration configuration) {
        return List.of();
    }

    /**
     * @param configuration of a switch of this role
     * @return work beside the packets, for a role that learns groups from packets; null for none
     */
    default RoleUpkeep upkeep(final Configuration configuration) {
        return null;
    }

    /**
     * @param configuration of a switch of this role
     * @return makes the link to a process that commands the role; null for none
     */
    default RoleLink.Maker link(final Configuration configuration) {
        return null;
    }

    /**
     * Writes what the journal keeps of an entry beyond its keys.
     *
     * @param entry of this role
     * @return text for {@link #restored}; null when the keys say all
     */
    default String kept(final GroupEntry entry) {
        return null;
    }

    /**
     * Makes an entry whole that the journal kept.
     *
     * @param entry of this role, from its keys
     * @param kept by {@link #kept}
     * @return the whole entry, or null when the text is of another version
     */
    default GroupEntry restored(final GroupEntry entry, final String kept) {
        return entry;
    }

    /**
     * @return the keys of one entry of {@code groups:}
     */
    Section entry();

    /**
     * @return the key of {@link #entry} that holds the McstID
     */
    Key<Integer> id();

    /**
     * Checks the keys of one entry against each other and against the switch.
     *
     * @param entry keys that could be read
     * @param portNames of the switch, by index; null when they are not known
     * @param addresses that groups of the switch have
     * @param problems takes what is wrong
     */
    void check(Values entry, List<String> portNames, GroupAddresses addresses, Problems problems);

    /**
     * Counts an entry against {@code limits.maxPaths}.
     *
     * @param entry keys that could be read
     * @return paths that the entry takes, at least 0
     */
    int paths(Values entry);

    /**
     * Builds the entry that the role takes.
     *
     * @param entry that passed {@link #check}
     * @param portNames of the switch, by index
     * @return the entry
     */
    GroupEntry build(Values entry, List<String> portNames);

    /**
     * Writes an entry as it stands under {@code groups:}; reading it gives the same entry.
     *
     * @param entry of this role
     * @param portNames of the switch, by index
     * @return the entry as JSON
     */
    ObjectNode write(GroupEntry entry, List<String> portNames);

    /**
     * Says in a few lines what an entry does, for {@code check}.
     *
     * @param entry of this role
     * @param portNames of the switch, by index
     * @return lines for people, the first not indented
     */
    List<String> describe(GroupEntry entry, List<String> portNames);

    /**
     * Renders a group as {@code show groups} does.
     *
     * @param picture of this role
     * @param portNames of the switch, by index
     * @return one object, without lists
     */
    ObjectNode summary(GroupPicture picture, List<String> portNames);

    /**
     * Adds to the summary of a group what {@code show mft} and {@code replay --tables} say beyond it.
     *
     * @param node that gets the details
     * @param picture of this role
     * @param portNames of the switch, by index
     * @return the node
     */
    ObjectNode detailed(ObjectNode node, GroupPicture picture, List<String> portNames);

    /**
     * Says what a group waits for, as {@code show why} does.
     *
     * @param picture of this role
     * @param nowNs time, in ns
     * @param portNames of the switch, by index
     * @return one object, or null for a role without feedback
     */
    default ObjectNode why(
            final GroupPicture picture, final long nowNs, final List<String> portNames) {
        return null;
    }
}
