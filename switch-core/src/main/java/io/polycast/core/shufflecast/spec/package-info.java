/**
 * Input of role shufflecast: settings, logical nodes and entries of groups. Immutable records with
 * their ranges; state may not enter.
 */
package io.polycast.core.shufflecast.spec;
