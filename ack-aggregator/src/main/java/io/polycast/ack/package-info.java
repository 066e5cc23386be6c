/**
 * Aggregation of ACKs and NAKs (Cepheus, section III-D; docs/protocol.md). State lives in the
 * table's feedback words; only decisions may enter this package.
 */
package io.polycast.ack;
