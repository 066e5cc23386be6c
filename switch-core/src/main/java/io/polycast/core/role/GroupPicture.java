package io.polycast.core.role;

/** A group as people see it, taken between two frames. Each role has its own class of pictures. */
public interface GroupPicture {
    /**
     * @return the group's address read as an int in network order
     */
    int mcstId();
}
