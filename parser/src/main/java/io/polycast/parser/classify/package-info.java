/**
 * One pass over a frame's headers gives its kind and the offsets of all parts. The result is a
 * reusable {@link io.polycast.parser.classify.FrameInfo}; after a frame classified as RoCE, no read
 * at the offsets that it gives can leave the frame.
 */
package io.polycast.parser.classify;
