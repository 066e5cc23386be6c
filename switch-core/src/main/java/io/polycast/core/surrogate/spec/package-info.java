/**
 * Input of role surrogate: settings, legs and entries of groups. Immutable records with their
 * ranges; state may not enter.
 */
package io.polycast.core.surrogate.spec;
