/**
 * Decides the datapath of a group: the engine ("user") or programs in the kernel. Holds the state
 * of a group, what has to be true before it moves, and the words that engine and programs share;
 * pure and deterministic. The programs themselves are behind {@link
 * io.polycast.parser.kernel.KernelTable}.
 */
package io.polycast.core.offload;
