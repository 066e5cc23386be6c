/**
 * The invariant CRC of RoCEv2 (IBTA annex A17.3.3): in full for frames that a switch authors or
 * must trust, by difference for frames that it only rewrites. Nothing that decides about frames may
 * enter.
 */
package io.polycast.parser.icrc;
