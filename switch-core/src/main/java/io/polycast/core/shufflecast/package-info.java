/**
 * Role shufflecast: a relay between passive splitters (Shufflecast, section III). Frames are copied
 * unchanged by static rules of their source's ToR. {@link io.polycast.core.shufflecast.ShufflecastRole}
 * is the way in. Rules come from outside; the topology that they are computed from may not enter, nor
 * anything of other roles.
 */
package io.polycast.core.shufflecast;
