/**
 * Source tracking: the member that sends to a group, and the highest PSN forwarded (Cepheus,
 * section III-E; docs/protocol.md, rules 9, 11 and 12).
 */
package io.polycast.mft.source;
