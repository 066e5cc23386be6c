package io.polycast.dataplane.appliance;

import io.polycast.core.SwitchCore;
import io.polycast.core.held.HeldFrames;
import io.polycast.core.role.GroupKeeper;
import io.polycast.core.role.RoleMaker;
import io.polycast.core.role.RoleParts;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.exit.FrameExit;
import io.polycast.dataplane.pipeline.Shard;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.xdp.port.FrameMemory;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

/** Makes the shards of a switch, each with its role and the frames that the role holds. */
final class ShardMaker {
    private final Configuration configuration;
    private final Resources resources;
    private final RoleMaker roles;
    private final GroupKeeper keeper;
    private final SecureRandom random = new SecureRandom();

    private final int incarnation;

    private ShardMaker(
            final Configuration configuration,
            final Resources resources,
            final GroupKeeper keeper) {
        this.keeper = keeper;
        this.configuration = configuration;
        this.resources = resources;
        // The clock of a machine begins again when the machine starts, so that time tells no
        // process apart.
        this.incarnation = random.nextInt();
        this.roles = configuration.role().maker(configuration);
    }

    /**
     * @param count of the shards
     * @param configuration of the switch
     * @param resources with counters, memory and state; they close the cores
     * @param exits by which the shards' frames leave
     * @param keeper of groups that the roles learn
     * @return the shards, in order
     */
    static List<Shard> all(
            final int count,
            final Configuration configuration,
            final Resources resources,
            final Exits exits,
            final GroupKeeper keeper) {
        final ShardMaker maker = new ShardMaker(configuration, resources, keeper);
        final List<Shard> shards = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            shards.add(maker.shard(i, exits.of(i)));
        }
        return List.copyOf(shards);
    }

    private Shard shard(final int index, final FrameExit exit) {
        final CounterBlock counters = resources.counters().shard(index);
        final FrameMemory memory =
                resources.memory(configuration.pipeline().separateShards() > 1 ? index : 0);
        final HeldFrames held =
                new HeldFrames(
                        configuration.limits().heldChunks(),
                        new HeldInPlace(memory, exit),
                        counters);
        final RoleParts parts =
                new RoleParts(
                        index,
                        counters,
                        held,
                        resources.state(index).words(),
                        resources.kernel().table(),
                        incarnation,
                        keeper,
                        random.nextLong());
        final SwitchCore core =
                resources.keep(
                        new SwitchCore(configuration.wirePeers(), roles.make(parts), counters));
        return new Shard(core, counters, held);
    }
}
