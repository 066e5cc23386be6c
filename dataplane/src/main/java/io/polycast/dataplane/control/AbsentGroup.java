package io.polycast.dataplane.control;

/**
 * A group that the journal keeps and the switch could not install.
 *
 * @param id dotted quad
 * @param version of the entry, from 1
 * @param reason why it is not installed, in one line
 */
public record AbsentGroup(String id, long version, String reason) {}
