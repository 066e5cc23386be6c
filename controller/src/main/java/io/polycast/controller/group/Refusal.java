package io.polycast.controller.group;

/**
 * Why the switches refused a group.
 *
 * @param reason label that programs compare
 * @param text for people
 */
public record Refusal(String reason, String text) {}
