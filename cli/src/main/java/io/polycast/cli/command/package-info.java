/**
 * One class a command that works in its own process: its options, what it calls, how its result is shown.
 * Anything that could be used without a command line belongs to another package.
 */
package io.polycast.cli.command;
