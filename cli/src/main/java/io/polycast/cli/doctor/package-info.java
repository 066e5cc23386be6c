/**
 * What of this machine would keep Polycast from working, and what to do about it. Checks look, they
 * change nothing; each answers in one line.
 */
package io.polycast.cli.doctor;
