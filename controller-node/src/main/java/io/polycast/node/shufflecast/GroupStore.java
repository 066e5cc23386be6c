package io.polycast.node.shufflecast;

import java.util.List;
import java.util.Map;

/** Where a control keeps the members of groups over its restart. */
public interface GroupStore {
    /** Keeps nothing. */
    GroupStore NONE =
            new GroupStore() {
                @Override
                public Map<Integer, Map<Integer, List<String>>> groups() {
                    return Map.of();
                }

                @Override
                public String keep(final int group, final Map<Integer, List<String>> members) {
                    return null;
                }
            };

    /** Ports by group and ToR. */
    Map<Integer, Map<Integer, List<String>>> groups();

    /**
     * @param group class-D address
     * @param members ports by ToR; none when the group has gone
     * @return why they cannot be kept, or null when a power cut cannot take them any more
     */
    String keep(int group, Map<Integer, List<String>> members);
}
