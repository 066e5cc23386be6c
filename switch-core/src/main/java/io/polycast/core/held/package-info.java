/**
 * The frames that a role holds: {@link io.polycast.core.held.HeldFrames} counts their references and
 * endings, {@link io.polycast.core.held.HeldMemory} is where their bytes lie. Frames are opaque bytes
 * here: no protocol may enter.
 */
package io.polycast.core.held;
