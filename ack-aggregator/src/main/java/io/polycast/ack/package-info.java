/**
 * ACK and NACK aggregation (Cepheus, section III-D) with the rules that a literal reading leaves
 * open. State lives in the table's feedback words; this package holds only the decisions.
 */
package io.polycast.ack;
