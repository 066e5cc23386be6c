/**
 * The seam between the shell of a switch and its role: {@link io.polycast.core.role.Role}. Nothing
 * of a single role may enter.
 */
package io.polycast.core.role;
