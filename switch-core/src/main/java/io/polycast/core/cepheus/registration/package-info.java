/**
 * Registration in role cepheus: connects the state machine of {@code io.polycast.mft.registration} with the table of
 * groups, the sink of frames and the process that keeps groups. Code that reads or changes a registered group of
 * the role may enter. Nothing of a data packet's way may.
 */
package io.polycast.core.cepheus.registration;
