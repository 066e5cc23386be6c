package io.polycast.controller.safeguard;

/**
 * A mode that all members of a group are to use.
 *
 * @param number of the decision, rising by one from 1
 * @param mode to use
 * @param reason for people
 */
public record ModeDecision(long number, Mode mode, String reason) {}
