/** PAUSE and PFC that neighbours of role surrogate send. Frames are read here, and none is sent. */
package io.polycast.core.surrogate.pause;
