/**
 * A registered group as it is kept over a restart, and its bytes. Nothing of the protocol's course may enter.
 */
package io.polycast.mft.registration.kept;
