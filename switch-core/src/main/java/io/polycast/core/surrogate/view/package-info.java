/** Pictures of groups of role surrogate, taken between two frames, for people. */
package io.polycast.core.surrogate.view;
