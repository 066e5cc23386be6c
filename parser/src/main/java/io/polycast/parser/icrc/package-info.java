/**
 * The invariant CRC of RoCEv2 (IBTA annex A17.3.3): in full for frames that a switch authors or
 * must trust, by difference for frames that it only rewrites. The plain CRC-32 of frames between
 * nodes ({@link io.polycast.parser.icrc.FrameCrc}) shares its tables. Nothing that decides about
 * frames may enter.
 */
package io.polycast.parser.icrc;
