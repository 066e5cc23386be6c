package io.polycast.dataplane.config;

import io.polycast.dataplane.yaml.ListType.Located;
import io.polycast.dataplane.yaml.Problems;
import io.polycast.dataplane.yaml.Values;
import java.util.List;

/**
 * A configuration file beside those of other switches.
 *
 * @param name switch.name
 * @param mac switch.mac
 * @param file its keys
 * @param groups its entries
 * @param problems takes what is wrong with it
 */
public record SwitchFile(
        String name, long mac, Values file, List<Located<Values>> groups, Problems problems) {}
