package io.polycast.sim.rack.figure;

import java.util.List;

/** The figures that are built. */
public final class Figures {
    private static final String ALL = "all";

    private static final List<Figure> FIGURES =
            List.of(
                    new CacheThroughput(),
                    new CacheSize(),
                    new HeaderDrops(),
                    new VoqDrops(),
                    new HeadDropCaption(),
                    new Notifications(),
                    new CongestionPoints(),
                    new Marking(),
                    new UniformTrees(),
                    new Broadcast());

    private Figures() {}

    /**
     * @param name of a figure or of one of its panels, or {@code all}
     * @return the figures; empty when there is no such figure
     */
    public static List<Figure> find(final String name) {
        return FIGURES.stream()
                .filter(figure -> figure.panels().stream().anyMatch(names(name)::contains))
                .toList();
    }

    /**
     * @param name of a figure or of one of its panels, or {@code all}
     * @return panels that it stands for: a number stands for all with that number
     */
    public static List<String> names(final String name) {
        return names().stream()
                .filter(
                        panel ->
                                name.equals(ALL)
                                        || panel.equals(name)
                                        || panel.replaceAll("[a-z]", "").equals(name))
                .toList();
    }

    /**
     * @return panels that can be drawn
     */
    public static List<String> names() {
        return FIGURES.stream().flatMap(figure -> figure.panels().stream()).toList();
    }
}
