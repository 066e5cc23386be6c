/**
 * Frames for people, tests and tools: builders that write every byte on purpose, and one line of
 * text for any frame. Allocates freely; hot packages never come in here.
 */
package io.polycast.parser.repr;
