/**
 * The polycast command: its entry, its streams, its exit codes. What a command does lives in packages
 * of their own, or in the floors below.
 */
package io.polycast.cli;
