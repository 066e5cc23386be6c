package io.polycast.core.role;

/** A group as people see it, taken between two frames. Each role has its own class of pictures. */
public interface GroupPicture {
    /**
     * @return the group's address read as an int in network order
     */
    int mcstId();

    /**
     * @return ports that the group's frames use: bit i stands for the port of index i
     */
    long ports();

    /**
     * @return which datapath serves the group
     */
    default GroupDatapath datapath() {
        return GroupDatapath.USER;
    }

    /**
     * @return why that is not the kernel's, in a few words for people; null when nothing is against a move
     */
    default String datapathReason() {
        return null;
    }
}
