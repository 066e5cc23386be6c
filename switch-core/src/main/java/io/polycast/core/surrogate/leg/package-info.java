/**
 * Legs of role surrogate: whether the process at the other end is known and answers. Frames are
 * neither read nor sent here.
 */
package io.polycast.core.surrogate.leg;
