package io.polycast.dataplane.pipeline;

import io.polycast.dataplane.kernel.Silence;
import org.agrona.concurrent.Agent;

/** An agent that gives a heartbeat before each duty cycle. */
public final class BeatingAgent implements Agent {
    private final Agent agent;
    private final Silence silence;
    private final int thread;

    public BeatingAgent(final Agent agent, final Silence silence, final int thread) {
        this.agent = agent;
        this.silence = silence;
        this.thread = thread;
    }

    @Override
    public void onStart() {
        agent.onStart();
    }

    @Override
    public int doWork() throws Exception {
        silence.beat(thread, System.nanoTime());
        return agent.doWork();
    }

    @Override
    public void onClose() {
        agent.onClose();
    }

    @Override
    public String roleName() {
        return agent.roleName();
    }
}
