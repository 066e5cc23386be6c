package io.polycast.dataplane.config;

import io.polycast.dataplane.yaml.ListType.Located;
import io.polycast.dataplane.yaml.Problems;
import io.polycast.dataplane.yaml.Values;
import io.polycast.mft.spec.McstPrefix;
import java.util.List;
import java.util.Set;

/**
 * Part of a configuration file that a role compares: with itself, or with the files of other switches.
 *
 * @param name switch.name
 * @param mac switch.mac; 0 when it could not be read
 * @param prefix switch.mcstPrefix, or null
 * @param file its keys
 * @param ports its ports; empty when they could not be read
 * @param wired names of its ports that are in wires
 * @param groups its entries
 * @param problems takes what is wrong with it
 */
public record SwitchFile(
        String name,
        long mac,
        McstPrefix prefix,
        Values file,
        List<Located<Values>> ports,
        Set<String> wired,
        List<Located<Values>> groups,
        Problems problems) {}
