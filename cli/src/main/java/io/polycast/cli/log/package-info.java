/** Form and level of log lines: for people at a terminal, or for systemd's journal. */
package io.polycast.cli.log;
