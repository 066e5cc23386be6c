package io.polycast.controller.log;

import io.polycast.parser.mrp.MrpAddress;

/**
 * An event of a group.
 *
 * @param number rising by one
 * @param timeMs of the log, since 1970
 * @param group name
 * @param kind as in docs/agent-link.md
 * @param ip of the member concerned, or {@link MrpAddress#NONE}
 * @param text for people
 */
public record News(
        long number, long timeMs, String group, String kind, MrpAddress ip, String text) {}
