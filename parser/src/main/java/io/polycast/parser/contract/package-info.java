/**
 * What all floors of the house share: where frames go ({@link
 * io.polycast.parser.contract.EgressSink}), how a role holds a frame to send it later ({@link
 * io.polycast.parser.contract.FrameStore}), how a frame ends ({@link
 * io.polycast.parser.contract.Ending}) and what is counted ({@link
 * io.polycast.parser.contract.Tally}). Only small types without behaviour of their own may enter.
 */
package io.polycast.parser.contract;
