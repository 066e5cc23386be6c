/**
 * How commands talk: streams, exit codes, failures in one line, JSON and sizes. Nothing that knows a
 * command.
 */
package io.polycast.cli.console;
