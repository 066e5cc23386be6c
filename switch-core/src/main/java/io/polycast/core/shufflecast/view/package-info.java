/** Pictures of groups of role shufflecast, taken between two frames, for people. */
package io.polycast.core.shufflecast.view;
