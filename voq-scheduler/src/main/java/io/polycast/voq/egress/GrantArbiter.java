package io.polycast.voq.egress;

import io.polycast.voq.Control;
import io.polycast.voq.list.IndexList;
import java.util.Arrays;

/**
 * Output arbiter: hands out the buffer of each lane by deficit round robin over units (section 2.1).
 *
 * <p>A flow's turn begins with a quantum on top of what its last turn left. The arbiter grants whole
 * requests while they fit into that deficit. Then the turn passes to the next flow. A request that does not fit into
 * the buffer waits at the head of its lane until units are released. The quantum is at least one
 * request, so that each turn grants one. Lanes are served in turn.
 *
 * <p>A flow that holds as many units as one flow may leaves the line until it holds less: others do not
 * wait for a flow that uses no grants.
 */
final class GrantArbiter {
    private final FlowTable flows;
    private final EgressSettings settings;
    private final int lanes;

    /** Units granted or held, by lane, and of them those held. */
    private final int[] used;

    private final int[] occupied;

    /** Flows with requests, by lane, in order of their turns: links by flow, ends by lane. */
    private final int[] next;

    private final int[] first;
    private final int[] last;
    private final boolean[] inTurn;
    private int lane;

    GrantArbiter(final FlowTable flows, final EgressSettings settings, final int lanes) {
        this.flows = flows;
        this.settings = settings;
        this.lanes = lanes;
        used = new int[lanes];
        occupied = new int[lanes];
        next = new int[flows.asked.length];
        first = new int[lanes];
        last = new int[lanes];
        inTurn = new boolean[flows.asked.length];
        Arrays.fill(first, IndexList.NONE);
    }

    void onRequest(final int flow) {
        if (!inTurn[flow]) {
            inTurn[flow] = true;
            flows.deficit[flow] = settings.quantum();
            append(flow % lanes, flow);
        }
    }

    /** A flow holds fewer units: requests that wait for this get a turn. */
    void onEased(final int flow) {
        if (flows.asked[flow] != flows.granted[flow]) {
            onRequest(flow);
        }
    }

    long poll() {
        for (int i = 0; i < lanes; i++) {
            final int at = lane;
            lane = lane + 1 == lanes ? 0 : lane + 1;
            if (first[at] != IndexList.NONE) {
                final long grant = grant(at);
                if (grant != Control.NONE) {
                    return grant;
                }
            }
        }
        return Control.NONE;
    }

    void release(final int at, final int units) {
        used[at] -= units;
    }

    void arrive(final int at, final int units) {
        occupied[at] += units;
    }

    void leave(final int at, final int units) {
        occupied[at] -= units;
        used[at] -= units;
    }

    int used(final int at) {
        return used[at];
    }

    int occupied(final int at) {
        return occupied[at];
    }

    void forget(final int flow) {
        if (!inTurn[flow]) {
            return;
        }
        final int at = flow % lanes;
        int before = IndexList.NONE;
        for (int each = first[at]; each != flow; each = next[each]) {
            before = each;
        }
        if (before == IndexList.NONE) {
            first[at] = next[flow];
        } else {
            next[before] = next[flow];
        }
        if (last[at] == flow) {
            last[at] = before;
        }
        inTurn[flow] = false;
    }

    private long grant(final int at) {
        int flow = first[at];
        while (flow != IndexList.NONE) {
            final int units = flows.batch(flow, flows.granted[flow] + 1);
            if (units > settings.flowUnits() - flows.reserved[flow] - flows.kept[flow]) {
                first[at] = next[flow];
                inTurn[flow] = false;
            } else if (flows.deficit[flow] < units) {
                flows.deficit[flow] += settings.quantum();
                first[at] = next[flow];
                append(at, flow);
            } else {
                return units > settings.units() - used[at] ? Control.NONE : grant(at, flow, units);
            }
            flow = first[at];
        }
        return Control.NONE;
    }

    private long grant(final int at, final int flow, final int units) {
        used[at] += units;
        flows.reserved[flow] += units;
        flows.deficit[flow] -= units;
        final int number = ++flows.granted[flow];
        if (number == flows.asked[flow]) {
            first[at] = next[flow];
            inTurn[flow] = false;
        }
        return Control.pack(flow, units, number);
    }

    private void append(final int at, final int flow) {
        next[flow] = IndexList.NONE;
        if (first[at] == IndexList.NONE) {
            first[at] = flow;
        } else {
            next[last[at]] = flow;
        }
        last[at] = flow;
    }
}
