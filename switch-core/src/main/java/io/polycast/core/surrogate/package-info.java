/**
 * Role surrogate: scheduled replication of multicast frames to hosts and to other nodes (A distributed
 * server-rack fabric, sections 2 to 5). Frames are copied unchanged. {@link
 * io.polycast.core.surrogate.SurrogateRole} is the way in; the queues are those of {@code
 * io.polycast.voq}. Nothing of other roles may enter.
 */
package io.polycast.core.surrogate;
