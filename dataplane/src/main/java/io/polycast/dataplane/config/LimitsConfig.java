package io.polycast.dataplane.config;

/**
 * Limits on the work that a hostile or broken neighbour can cause; docs/security.md has the
 * reasons.
 *
 * @param feedbackBurst feedback frames that a path may save up
 * @param feedbackPerMs feedback frames that a path may send each millisecond, data's apart
 * @param sourceIntervalNs in which a group's source may move once, in ns; 0: no limit
 * @param sourceBurst moves of the source that a group may save up
 * @param neighbourPerMs answers to ARP and ND each millisecond a port
 * @param neighbourBurst answers that a port may save up
 */
public record LimitsConfig(
        int feedbackBurst,
        int feedbackPerMs,
        long sourceIntervalNs,
        int sourceBurst,
        int neighbourPerMs,
        int neighbourBurst) {}
