package io.polycast.controller.group;

import io.polycast.controller.log.GroupOptions;
import io.polycast.controller.safeguard.Safeguard;
import io.polycast.controller.safeguard.SafeguardSettings;
import io.polycast.parser.mrp.MrpAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** A group: members in force, wants that wait, and the change that runs. */
public final class Group {
    /** No PSN is known. */
    public static final int NO_PSN = -1;

    private final String name;
    private final int id;
    private final Awaited awaited = new Awaited();
    private final Posting posting = new Posting();
    private final Map<MrpAddress, Member> members = new LinkedHashMap<>();
    private final List<Want> wants = new ArrayList<>();
    private final List<Asker> removers = new ArrayList<>();
    private final List<Admission> admissions = new ArrayList<>();
    private final TreeSet<MrpAddress> missing = new TreeSet<>(Addresses.ORDER);
    private final List<Asker> modeAskers = new ArrayList<>();
    private Safeguard guard;
    private Refusal refusal;
    private boolean unicastOnly;
    private GroupOptions options = GroupOptions.DEFAULT;
    private MrpAddress leader = MrpAddress.NONE;
    private long epoch;
    private int initialPsn;
    private int revision;
    private int newest;
    private boolean registered;
    private boolean removing;
    private boolean created;
    private Round round;
    private long refreshAt;
    private int misses;

    /**
     * @param name of the group
     * @param id McstID
     * @param safeguard when the group leaves the tree
     */
    public Group(final String name, final int id, final SafeguardSettings safeguard) {
        this.name = name;
        this.id = id;
        this.guard = new Safeguard(safeguard);
    }

    /** Name of the group. */
    public String name() {
        return name;
    }

    /** McstID. */
    public int id() {
        return id;
    }

    /** Hosts for which the first registration waits. */
    public Awaited awaited() {
        return awaited;
    }

    /** Who may post, and from which PSN on. */
    public Posting posting() {
        return posting;
    }

    /** Members in force, by address; may be changed. */
    public Map<MrpAddress, Member> members() {
        return members;
    }

    /** Changes that wait; may be changed. */
    public List<Want> wants() {
        return wants;
    }

    /** Operators who wait for the removal; may be changed. */
    public List<Asker> removers() {
        return removers;
    }

    /** Operators who wait for members; may be changed. */
    public List<Admission> admissions() {
        return admissions;
    }

    /** Nodes that have not confirmed what is in force; may be changed. */
    public TreeSet<MrpAddress> missing() {
        return missing;
    }

    /** What the operator chose. */
    public GroupOptions options() {
        return options;
    }

    /** Takes what the operator chose. */
    public void options(final GroupOptions chosen) {
        options = chosen;
    }

    /** Host whose agent registered the revision in force. */
    public MrpAddress leader() {
        return leader;
    }

    /** Notes the host whose agent registered the revision in force. */
    public void leader(final MrpAddress host) {
        leader = host;
    }

    /** Connections, in [0, 2^32). */
    public long epoch() {
        return epoch;
    }

    /** First PSN of the connections, 24 bits. */
    public int initialPsn() {
        return initialPsn;
    }

    /** Begins new connections: nobody has posted. The PSN is spread so that old packets fall out of windows. */
    public void connections(final long newEpoch) {
        epoch = newEpoch;
        initialPsn = (int) (newEpoch * 0x9E3779B1L >>> 8) & 0xFF_FFFF;
        posting.begin(initialPsn);
    }

    /** Revision in force, 16 bits; 0 before the first. */
    public int revision() {
        return revision;
    }

    /** Newest revision that was tried, 16 bits. */
    public int newest() {
        return newest;
    }

    /** Takes the next revision. */
    public int nextRevision(final int step) {
        newest = newest + step & 0xFFFF;
        return newest;
    }

    /** Whether switches have the group. */
    public boolean isRegistered() {
        return registered;
    }

    /** Notes that a revision is in force. */
    public void inForce(final int made, final MrpAddress by) {
        registered = true;
        unicastOnly = false;
        revision = made;
        leader = by;
        misses = 0;
    }

    /** Notes that no switch has the group. */
    public void outOfForce() {
        registered = false;
        members.clear();
        missing.clear();
    }

    /** Whether the group is to end. */
    public boolean isRemoving() {
        return removing;
    }

    /** Notes that the group is to end. */
    public void removing(final boolean ends) {
        removing = ends;
    }

    /** Whether an operator created the group; else applications reserved it. */
    public boolean isCreated() {
        return created;
    }

    /** Notes that an operator created the group. */
    public void created() {
        created = true;
    }

    /** Decides how members send. */
    public Safeguard guard() {
        return guard;
    }

    /** Takes other settings for how members send, while no member has been told. */
    public void guard(final SafeguardSettings safeguard) {
        guard = new Safeguard(safeguard);
    }

    /** Agents that wait until a mode is in force; may be changed. */
    public List<Asker> modeAskers() {
        return modeAskers;
    }

    /** Why the switches refused the first registration, while members prepare unicast; else null. */
    public Refusal refusal() {
        return refusal;
    }

    /** Notes why the switches refused the first registration, or null. */
    public void refusal(final Refusal why) {
        refusal = why;
    }

    /** Whether no switch has the group, and its hosts are members all the same: they send by unicast. */
    public boolean isUnicastOnly() {
        return unicastOnly;
    }

    /** Notes that hosts are members without any switch. */
    public void unicastOnly(final boolean without) {
        unicastOnly = without;
    }

    /** Hosts that use the group's mode: members that are not evicted, and hosts of a group that no switch has. */
    public Set<MrpAddress> hosts() {
        final Set<MrpAddress> hosts = new LinkedHashSet<>();
        for (final Member member : members.values()) {
            if (!member.isEvicted()) {
                hosts.add(member.ip());
            }
        }
        if (unicastOnly || refusal != null) {
            joining().forEach(each -> hosts.add(each.ip()));
        }
        return hosts;
    }

    /** Wants of hosts to join, waiting or under way. */
    public List<Want> joining() {
        final List<Want> all = new ArrayList<>(wants(Want.Kind.JOIN));
        if (round != null) {
            round.wants().stream().filter(each -> each.kind() == Want.Kind.JOIN).forEach(all::add);
        }
        return all;
    }

    /** The change that runs, if one does, has asked nothing yet of the agents that come back. */
    public void askAnew() {
        if (round != null) {
            round.askAnew();
        }
    }

    /** The change that runs, or null. */
    public Round round() {
        return round;
    }

    /** Begins or ends a change. */
    public void round(final Round running) {
        round = running;
    }

    /** Time of the next refreshment, in ms. */
    public long refreshAt() {
        return refreshAt;
    }

    /** Sets the time of the next refreshment. */
    public void refreshAt(final long time) {
        refreshAt = time;
    }

    /** Refreshments in a row for which the leader's agent was away. */
    public int misses() {
        return misses;
    }

    /** Counts refreshments for which the leader's agent was away. */
    public void misses(final int count) {
        misses = count;
    }

    /** The want of a kind and host, or null. */
    public Want want(final Want.Kind kind, final MrpAddress ip) {
        for (final Want want : wants) {
            if (want.kind() == kind && want.ip().equals(ip)) {
                return want;
            }
        }
        return null;
    }

    /** Puts a want in place of an older one of the same kind and host. */
    public void want(final Want want) {
        wants.removeIf(each -> each.kind() == want.kind() && each.ip().equals(want.ip()));
        wants.add(want);
    }

    /** Wants of a kind that wait. */
    public List<Want> wants(final Want.Kind kind) {
        return wants.stream().filter(each -> each.kind() == kind).toList();
    }

    /** State that a snapshot keeps: counters and the epoch. */
    long[] words() {
        return new long[] {
            epoch,
            initialPsn,
            revision,
            newest,
            registered ? 1 : 0,
            (removing ? 1 : 0) | (created ? 2 : 0) | (unicastOnly ? 4 : 0),
            refreshAt,
            misses
        };
    }

    /** Takes what {@link #words} gave. */
    void words(final long[] words) {
        epoch = words[0];
        initialPsn = (int) words[1];
        revision = (int) words[2];
        newest = (int) words[3];
        registered = words[4] != 0;
        removing = (words[5] & 1) != 0;
        created = (words[5] & 2) != 0;
        unicastOnly = (words[5] & 4) != 0;
        refreshAt = words[6];
        misses = (int) words[7];
    }
}
