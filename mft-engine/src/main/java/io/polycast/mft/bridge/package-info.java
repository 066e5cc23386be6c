/**
 * Replication and connection bridging (Cepheus, section III-B.2): from one data frame to one copy a
 * path, with addresses, QPN, RETH, checksums and ICRC of the receiver. Nothing here looks at
 * payload.
 */
package io.polycast.mft.bridge;
