/**
 * {@code polycast shufflecast}: plans, rules, repairs and costs of Shufflecast instances. The package
 * turns words into calls of {@code io.polycast.topology.shuffle} and their results into tables and
 * documents; it computes nothing of its own.
 */
package io.polycast.cli.shufflecast;
