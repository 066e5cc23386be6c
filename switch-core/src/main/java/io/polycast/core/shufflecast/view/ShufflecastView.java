package io.polycast.core.shufflecast.view;

import io.polycast.core.role.GroupPicture;

/**
 * A group of role shufflecast.
 *
 * @param mcstId address of the group
 * @param ports whose hosts get a copy: bit i is port i
 * @param frames of the group for its members since it was installed
 * @param copies of them that ports of members took
 */
public record ShufflecastView(int mcstId, long ports, long frames, long copies)
        implements GroupPicture {}
