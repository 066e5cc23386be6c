/**
 * Types that all modules share. Only small types without behaviour of their own may enter.
 *
 * <ul>
 *   <li>{@link io.polycast.parser.contract.EgressSink}: the ports at which frames leave.
 *   <li>{@link io.polycast.parser.contract.FrameStore}: the frames that a role holds.
 *   <li>{@link io.polycast.parser.contract.Ending}: how a frame ended.
 *   <li>{@link io.polycast.parser.contract.Tally}: counters of all else.
 *   <li>{@link io.polycast.parser.contract.GroupEntry}: what the entries of all roles have.
 * </ul>
 */
package io.polycast.parser.contract;
