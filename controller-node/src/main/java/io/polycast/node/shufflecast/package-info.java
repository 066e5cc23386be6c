/**
 * The control of a Shufflecast as a process: configuration, connections of relays and applications, and the lines
 * between them and the state machine. Decisions are in {@code controller.shufflecast}.
 */
package io.polycast.node.shufflecast;
