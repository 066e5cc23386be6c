/**
 * Streams, exit codes, one-line failures, JSON and sizes of commands, and the common part of all
 * commands. Nothing that knows a single command.
 */
package io.polycast.cli.console;
