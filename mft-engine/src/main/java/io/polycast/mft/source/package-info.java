/**
 * Who sends to a group and how far it has come: source tracking and the highest PSN forwarded
 * (Cepheus, section III-E; docs/protocol.md, rules 9, 11 and 12).
 */
package io.polycast.mft.source;
