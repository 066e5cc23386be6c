/**
 * Where an engine's frames leave: at the ports themselves, or by a ring to the thread that writes them, with
 * credits for the room that the ports have. Exits run on packet threads and decide nothing about frames.
 */
package io.polycast.dataplane.exit;
