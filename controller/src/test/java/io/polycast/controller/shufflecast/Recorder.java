package io.polycast.controller.shufflecast;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/** Keeps what the control says, as text. */
final class Recorder implements ControlOutput {
    final List<String> said = new ArrayList<>();

    /** Why nothing can be kept, or null. */
    String unkept;

    /** What was said since the last call. */
    List<String> take() {
        final List<String> all = List.copyOf(said);
        said.clear();
        return all;
    }

    @Override
    public void rules(final int node, final int version, final BitSet sources) {
        said.add("rules " + node + " v" + version + " " + sources);
    }

    @Override
    public void members(
            final int tor, final long change, final int group, final List<String> ports) {
        said.add("members " + tor + " #" + change + " " + (group & 0xFF) + " " + ports);
    }

    @Override
    public void complete(final int tor) {
        said.add("complete " + tor);
    }

    @Override
    public void notRestored(final int tor, final String refusal) {
        said.add("not restored " + tor + " " + refusal);
    }

    @Override
    public String keep(final int group, final Map<Integer, List<String>> members) {
        said.add("keep " + (group & 0xFF) + " " + members);
        return unkept;
    }

    @Override
    public void answer(final long request, final String refusal) {
        said.add("answer " + request + " " + refusal);
    }

    @Override
    public void start(final long request) {
        said.add("start " + request);
    }

    @Override
    public void hangs(final int tor) {
        said.add("hangs " + tor);
    }

    @Override
    public void event(final int node, final RelayChange change) {
        said.add("event " + node + " " + change);
    }
}
