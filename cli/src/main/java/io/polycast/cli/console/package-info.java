/**
 * How commands talk: streams, exit codes, failures in one line, JSON, sizes, and what all commands share.
 * Nothing that knows a single command.
 */
package io.polycast.cli.console;
