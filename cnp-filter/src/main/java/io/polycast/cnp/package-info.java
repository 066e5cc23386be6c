/**
 * Which congestion notifications reach the source: those of the most congested path (Cepheus, section
 * III-D, congestion control). Only the decision lives here; frames are authored by switch-core.
 */
package io.polycast.cnp;
