/**
 * Events of a running switch: from the packet threads to the control thread through bounded rings, and from there
 * to listeners. One listener writes a line for each event to the log.
 */
package io.polycast.dataplane.events;
