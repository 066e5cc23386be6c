package io.polycast.mft.registration;

/**
 * Settings of registration.
 *
 * @param udpPort of MRP
 * @param mac of the switch, in the low 48 bits
 * @param limits of what is kept
 * @param times of what is repeated and forgotten
 */
public record RegistrationSettings(int udpPort, long mac, Limits limits, Times times) {
    /**
     * Bounds.
     *
     * @param groups registered and pending ones together; as many removed ones are remembered
     * @param groupsPerLeader registered and pending ones of one leader
     * @param members of one group
     * @param packetsPerSecond of one port, before any HMAC
     * @param burst of one port, in packets
     */
    public record Limits(
            int groups, int groupsPerLeader, int members, int packetsPerSecond, int burst) {}

    /**
     * Times in ns.
     *
     * @param ageAfterNs a group that its leader does not refresh ends
     * @param pendingForNs a revision that is neither repeated nor committed ends; a removed group is
     *     remembered as long
     * @param repeatNs first repetition of a question
     * @param mostRepeatNs longest time between repetitions
     * @param tries questions without an answer before the switch waits for the leader's next packet
     */
    public record Times(
            long ageAfterNs, long pendingForNs, long repeatNs, long mostRepeatNs, int tries) {}
}
