/** How log lines look and which are written: for people at a terminal, or for systemd's journal. */
package io.polycast.cli.log;
