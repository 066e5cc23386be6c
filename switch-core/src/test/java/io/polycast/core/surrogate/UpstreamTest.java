package io.polycast.core.surrogate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.surrogate.spec.LegSpec;
import io.polycast.core.surrogate.spec.SurrogateSettings.TimerSettings;
import io.polycast.parser.contract.Copy;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.leg.LegHeader;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.MacControl;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UpstreamTest {
    private static final long MS = 1_000_000;
    private static final long REPEAT_NS = 5 * MS;
    private static final int CLASS = 3;

    /** Lane of class 3 from hosts, and from nodes. */
    private static final long HOSTS = 1L << CLASS * SchedulerSettings.STEPS;

    private static final long NODES = HOSTS << 1;

    private final Exits exits = new Exits(2, List.of(new LegSpec("n2", 1, 2, false)));
    private final List<Long> pfc = new ArrayList<>();
    private final List<Integer> quanta = new ArrayList<>();
    private final List<Integer> types = new ArrayList<>();
    private long nowNs;

    private final EgressSink egress =
            new EgressSink() {
                @Override
                public int room(final int port) {
                    return 1;
                }

                @Override
                public boolean offer(
                        final int port,
                        final DirectBuffer frame,
                        final int offset,
                        final int length) {
                    if (port == 0) {
                        pfc.add(nowNs);
                        quanta.add(MacControl.pauseTime(frame, offset + Ethernet.LENGTH, CLASS));
                    } else {
                        types.add(LegHeader.type(frame, offset + Ethernet.LENGTH));
                    }
                    return true;
                }

                @Override
                public boolean offerCopy(
                        final int port, final Copy copy, final int headerOffset, final int icrc) {
                    throw new AssertionError("no copies");
                }
            };

    private Upstream upstream(final long linkMbps) {
        return new Upstream(
                exits,
                new LegOutput(1, exits),
                new HostOutput(1, exits),
                new SurrogateTrace(),
                new TimerSettings(REPEAT_NS, 16, linkMbps, 200 * MS));
    }

    /** As the role does: at each deadline, and never before. */
    private void run(final Upstream upstream, final long untilNs, final long stopped) {
        upstream.tell(nowNs, stopped, 1, egress);
        while (upstream.nextDeadline() <= untilNs) {
            nowNs = upstream.nextDeadline();
            upstream.tell(nowNs, stopped, 1, egress);
        }
        nowNs = untilNs;
    }

    @ParameterizedTest
    @ValueSource(longs = {1_000, 10_000, 100_000, 400_000})
    void shouldRepeatPfcBeforeItsTimeRunsOut(final long linkMbps) {
        run(upstream(linkMbps), 20 * MS, HOSTS);
        final long lastsNs = 65_535L * 512 * 1_000 / linkMbps;
        for (int i = 1; i < pfc.size(); i++) {
            assertTrue(pfc.get(i) - pfc.get(i - 1) <= lastsNs / 2, pfc.toString());
        }
        assertTrue(pfc.get(pfc.size() - 1) + lastsNs > nowNs);
        assertEquals(List.of(), types);
    }

    @Test
    void shouldNotPutARepetitionOffForAnotherStop() {
        final Upstream upstream = upstream(10_000);
        long stopped = HOSTS;
        for (; nowNs < 20 * MS; nowNs += MS) {
            stopped ^= 1L << 4 * SchedulerSettings.STEPS;
            upstream.tell(nowNs, stopped, 1, egress);
        }
        final long waves = quanta.stream().filter(each -> each == 0xFFFF).count();
        assertTrue(waves >= 10, quanta.toString());
    }

    @Test
    void shouldStopNodesAndLetThemGoOn() {
        final Upstream upstream = upstream(10_000);
        run(upstream, 2 * REPEAT_NS, NODES);
        run(upstream, 3 * REPEAT_NS, 0);
        assertEquals(List.of(LegHeader.STOP, LegHeader.STOP, LegHeader.STOP, LegHeader.GO), types);
        assertEquals(List.of(), pfc);
        assertEquals(Long.MAX_VALUE, upstream.nextDeadline());
    }

    @Test
    void shouldLetHostsGoOnAtOnce() {
        final Upstream upstream = upstream(10_000);
        run(upstream, MS, HOSTS);
        run(upstream, MS, 0);
        assertEquals(List.of(0xFFFF, 0), quanta);
        assertEquals(Long.MAX_VALUE, upstream.nextDeadline());
    }
}
