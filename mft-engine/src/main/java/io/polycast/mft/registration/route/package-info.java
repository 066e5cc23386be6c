/**
 * Unicast routes for registration: prefixes that were written down, and neighbours that were heard. Sources of
 * routes may enter; sockets to the kernel may not.
 */
package io.polycast.mft.registration.route;
