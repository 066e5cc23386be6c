package io.polycast.dataplane.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.core.SwitchCore;
import io.polycast.core.held.HeldFrames;
import io.polycast.core.held.HeldPool;
import io.polycast.core.role.Role;
import io.polycast.parser.contract.CounterBlock;
import java.lang.reflect.Proxy;
import org.agrona.concurrent.UnsafeBuffer;

/** A shard whose role waits for a time, and for nothing else. */
final class TimedShard {
    private final CounterBlock counters =
            new CounterBlock(new UnsafeBuffer(new byte[CounterBlock.LENGTH]), 0);
    private final Shard shard =
            new Shard(
                    new SwitchCore(1, role(), counters),
                    counters,
                    new HeldFrames(0, new HeldPool(0, 64), counters));
    private long deadlineNs;

    private Role role() {
        return (Role)
                Proxy.newProxyInstance(
                        Role.class.getClassLoader(),
                        new Class<?>[] {Role.class},
                        (proxy, method, arguments) -> {
                            assertEquals("onTick", method.getName());
                            return deadlineNs;
                        });
    }

    Shard shard() {
        return shard;
    }

    /** The shard's next deadline is this from now on. */
    void waitUntil(final long atNs) {
        deadlineNs = atNs;
        shard.betweenBatches(0, null);
    }
}
