package io.polycast.dataplane.config;

import io.polycast.core.role.RoleSettings;
import io.polycast.dataplane.yaml.Problem;
import io.polycast.parser.contract.GroupEntry;
import java.util.Arrays;
import java.util.List;

/**
 * A configuration that was checked as a whole: names resolve, nothing is given twice, every value is
 * in its range.
 *
 * @param file as the user named it, for messages
 * @param identity the {@code switch:} section
 * @param engine the sections {@code pipeline:} and {@code limits:}, and those of the role
 * @param ports in order: a port's index is its place here
 * @param wires bump-in-the-wire pairs
 * @param control the {@code control:} section
 * @param groups static groups
 * @param warnings about allowed but doubtful values
 */
public record Configuration(
        String file,
        SwitchConfig identity,
        EngineConfig engine,
        List<PortConfig> ports,
        List<Wire> wires,
        ControlConfig control,
        List<GroupEntry> groups,
        List<Problem> warnings) {
    /**
     * Two ports between which everything that is not multicast crosses untouched.
     *
     * @param left index of a port
     * @param right index of another
     */
    public record Wire(int left, int right) {}

    public Configuration {
        ports = List.copyOf(ports);
        wires = List.copyOf(wires);
        groups = List.copyOf(groups);
        warnings = List.copyOf(warnings);
    }

    /**
     * @return the role of the switch
     */
    public RoleSchema role() {
        return identity.role();
    }

    /**
     * @return the {@code pipeline:} section
     */
    public PipelineConfig pipeline() {
        return engine.pipeline();
    }

    /**
     * @return sections that only the role of the switch has, of the class of the role
     */
    public RoleSettings roleSettings() {
        return engine.role();
    }

    /**
     * @return the {@code limits:} section
     */
    public LimitsConfig limits() {
        return engine.limits();
    }

    /**
     * @return what the role asks of programs in the kernel
     */
    public KernelConfig kernel() {
        return engine.kernel();
    }

    /**
     * @param name of a port
     * @return its index, or -1 when there is none of this name
     */
    public int portIndex(final String name) {
        for (int i = 0; i < ports.size(); i++) {
            if (ports.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /**
     * @return per port the index of its wire's other end, or -1
     */
    public int[] wirePeers() {
        final int[] peers = new int[ports.size()];
        Arrays.fill(peers, -1);
        for (final Wire wire : wires) {
            peers[wire.left()] = wire.right();
            peers[wire.right()] = wire.left();
        }
        return peers;
    }
}
