/**
 * Filter for congestion notifications: those of the most congested path reach the source (Cepheus,
 * section III-D, congestion control). Only the decision lives here; frames are authored by
 * switch-core.
 */
package io.polycast.cnp;
