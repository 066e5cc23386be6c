package io.polycast.fuzz;

import io.polycast.fuzz.shufflecast.RelayLinkTarget;
import io.polycast.fuzz.shufflecast.ShufflecastTarget;
import io.polycast.fuzz.surrogate.SurrogateTarget;
import java.util.Locale;
import java.util.function.Consumer;

/** The targets by name. */
public enum Target {
    /** {@link FrameTarget}. */
    FRAME(FrameTarget.class, FrameTarget::fuzzerTestOneInput, 2048),

    /** {@link SwitchTarget}. */
    SWITCH(SwitchTarget.class, SwitchTarget::fuzzerTestOneInput, 4096),

    /** {@link CaptureTarget}. */
    CAPTURE(CaptureTarget.class, CaptureTarget::fuzzerTestOneInput, 8192),

    /** {@link ConfigurationTarget}. */
    CONFIGURATION(ConfigurationTarget.class, ConfigurationTarget::fuzzerTestOneInput, 4096),

    /** {@link GroupTarget}. */
    GROUP(GroupTarget.class, GroupTarget::fuzzerTestOneInput, 2048),

    /** {@link ControlTarget}. */
    CONTROL(ControlTarget.class, ControlTarget::fuzzerTestOneInput, 4096),

    /** {@link SurrogateTarget}. */
    SURROGATE(SurrogateTarget.class, SurrogateTarget::fuzzerTestOneInput, 4096),

    /** {@link ShufflecastTarget}. */
    SHUFFLECAST(ShufflecastTarget.class, ShufflecastTarget::fuzzerTestOneInput, 4096),

    /** {@link MrpTarget}. */
    MRP(MrpTarget.class, MrpTarget::fuzzerTestOneInput, 2048),

    /** {@link AgentTarget}. */
    AGENT(AgentTarget.class, AgentTarget::fuzzerTestOneInput, 4096),

    /** {@link RelayLinkTarget}. */
    RELAYLINK(RelayLinkTarget.class, RelayLinkTarget::fuzzerTestOneInput, 8192);

    private final Class<?> entry;
    private final Consumer<byte[]> body;
    private final int mostBytes;

    Target(final Class<?> entry, final Consumer<byte[]> body, final int mostBytes) {
        this.entry = entry;
        this.body = body;
        this.mostBytes = mostBytes;
    }

    /**
     * @return class with the entry point
     */
    public Class<?> entry() {
        return entry;
    }

    /**
     * Runs the target once.
     *
     * @param bytes the input
     */
    public void run(final byte[] bytes) {
        body.accept(bytes);
    }

    /**
     * @return most bytes of an input
     */
    public int mostBytes() {
        return mostBytes;
    }

    /**
     * @return name for the command line and the corpus
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
