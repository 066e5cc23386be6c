package io.polycast.controller.group;

import io.polycast.parser.mrp.MrpAddress;

/**
 * An operator who waits until a host is a member.
 *
 * @param ip of the host
 * @param asker the operator
 * @param deadline after which the request fails, in ms
 */
public record Admission(MrpAddress ip, Asker asker, long deadline) {}
