/**
 * Contracts that all floors of the house share: where frames leave ({@link
 * io.polycast.parser.contract.EgressSink}), how a role holds frames ({@link
 * io.polycast.parser.contract.FrameStore}), how a frame ends ({@link
 * io.polycast.parser.contract.Ending}), what is counted ({@link
 * io.polycast.parser.contract.Tally}) and what all entries of groups have ({@link
 * io.polycast.parser.contract.GroupEntry}). Only small types without behaviour of their own may
 * enter.
 */
package io.polycast.parser.contract;
