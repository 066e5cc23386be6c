/**
 * The controller as a state machine: entries of the log and their time in, words to agents and operators
 * out. Threads, sockets, clocks and text formats may not enter.
 */
package io.polycast.controller.machine;
