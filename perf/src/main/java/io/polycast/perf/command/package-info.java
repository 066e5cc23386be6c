/** The subcommands of {@code polycast bench}: they read options, run a harness and print what it found. */
package io.polycast.perf.command;
