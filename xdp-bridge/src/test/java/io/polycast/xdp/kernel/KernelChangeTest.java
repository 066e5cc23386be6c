package io.polycast.xdp.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.kernel.KernelGroup;
import io.polycast.parser.kernel.KernelRow;
import io.polycast.parser.kernel.KernelTable;
import io.polycast.xdp.afxdp.program.XdpMode;
import io.polycast.xdp.lab.Namespaces;
import io.polycast.xdp.net.Await;
import io.polycast.xdp.sys.SysException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Groups that come, change and go, and ports that cannot serve. */
@Tag("root")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class KernelChangeTest {
    private static final int FRAMES = 20_000;

    private static KernelRow version(final int port, final int version) {
        final KernelRow row = Copies.member(port);
        return new KernelRow(
                port, true, row.mac(), row.ip(), version, row.va(), row.rkey() + version);
    }

    @Test
    void shouldNeitherLoseNorTearAFrameWhenAGroupChangesUnderTraffic() throws Exception {
        try (KernelLab lab = new KernelLab(3, 8, 1500)) {
            int slot = lab.install(lab.group(version(1, 1), version(2, 1)), 0, 0);
            lab.replication.publish(slot);
            final AtomicInteger sent = new AtomicInteger();
            final AtomicInteger received = new AtomicInteger();
            final Thread source =
                    new Thread(
                            () -> {
                                for (int psn = 1; psn <= FRAMES; psn++) {
                                    // As many on the way as the hosts' rings hold.
                                    final int least = psn - 1000;
                                    Await.until("frames", () -> received.get() >= least);
                                    lab.send(Copies.toGroup(Copies.Form.send(psn, psn % 300)));
                                    lab.hosts[0].flush();
                                    sent.set(psn);
                                }
                            });
            source.start();
            int version = 1;
            final long startNs = System.nanoTime();
            while (source.isAlive() || received.get() < FRAMES) {
                assertTrue(System.nanoTime() - startNs < 60_000_000_000L, "all in 60 s");
                if (source.isAlive() && version < 200) {
                    version++;
                    final int next =
                            lab.install(
                                    lab.group(version(1, version), version(2, version)),
                                    sent.get(),
                                    sent.get());
                    assertTrue(next >= 0, "version " + version);
                    lab.replace(next, slot);
                    slot = next;
                }
                for (int i = 1; i < 3; i++) {
                    lab.hosts[i].receive(lab.out[i], 256);
                }
                received.set(Math.min(lab.out[1].frames.size(), lab.out[2].frames.size()));
                assertEquals(0, lab.ports[0].receive(lab.java, 64), "nothing to Java");
            }
            source.join();
            assertTrue(version > 20, version + " versions");
            for (int port = 1; port < 3; port++) {
                assertEquals(FRAMES, lab.out[port].frames.size());
                int least = 1;
                for (int psn = 1; psn <= FRAMES; psn++) {
                    final byte[] frame = lab.out[port].frames.get(psn - 1);
                    final int used = frame[47] << 16 | (frame[48] & 0xff) << 8 | frame[49] & 0xff;
                    assertTrue(used >= least && used <= version, "version " + used);
                    least = used;
                    assertArrayEquals(
                            Copies.toPath(Copies.Form.send(psn, psn % 300), version(port, used)),
                            frame,
                            "port " + port + " PSN " + psn);
                }
            }
        }
    }

    @Test
    void shouldUseSlotsAgainAndSayWhenThereAreNone() throws Exception {
        try (KernelLab lab = new KernelLab(2, 4, 1500)) {
            final Set<Integer> slots = new HashSet<>();
            int slot = -1;
            for (int i = 0; i < 200; i++) {
                final int next = lab.install(lab.group(Copies.member(1)), i, i);
                assertTrue(next >= 0);
                slots.add(next);
                lab.replication.publish(next);
                if (slot >= 0) {
                    lab.replication.withdraw(slot);
                    assertFalse(lab.replication.isSettled(slot));
                }
                if (i % 50 == 49) {
                    assertTrue(lab.prepare());
                    slots.forEach(lab.replication::giveBack);
                }
                slot = next;
            }
            assertTrue(slots.size() <= 68, slots.size() + " slots");
            lab.send(Copies.toGroup(Copies.Form.send(200, 20)));
            lab.await("a copy", () -> lab.out[1].frames.size() == 1);
            assertEquals(1, lab.replication.words().frames(slot));
            assertEquals(1, lab.replication.words().copies(slot, 1));
            lab.replication.withdraw(slot);
            lab.replication.withdraw(slot);
            slots.clear();
            for (int i = 0; i < 4; i++) {
                final int taken = lab.install(lab.group(Copies.member(1)), i, i);
                assertTrue(taken >= 0);
                assertTrue(slots.add(taken), "slot " + taken + " twice");
            }
            assertFalse(lab.replication.isPressed());
            assertEquals(KernelTable.FULL, lab.install(lab.group(Copies.member(1)), 4, 4));
            assertTrue(lab.replication.isPressed());
            slot = slots.iterator().next();
            lab.replication.withdraw(slot);
            assertFalse(lab.replication.isPressed());
            assertTrue(lab.install(lab.group(Copies.member(1)), 4, 4) >= 0);
        }
    }

    @Test
    void shouldNeverWaitForTheKernelButInPrepare() throws Exception {
        try (KernelLab lab = new KernelLab(3, 80, 1500)) {
            final KernelGroup both = lab.group(Copies.member(1), Copies.member(2));
            assertEquals(KernelTable.LATER, lab.replication.install(both, 9, 0, 9));
            assertEquals(KernelTable.LATER, lab.replication.install(both, 9, 0, 9));
            assertTrue(lab.prepare());
            assertFalse(lab.prepare(), "nothing more to do");
            final int slot = lab.replication.install(both, 9, 0, 9);
            assertTrue(slot >= 0);
            lab.replication.publish(slot);
            lab.replication.withdraw(slot);
            assertFalse(lab.replication.isSettled(slot));
            assertTrue(lab.replication.install(both, 9, 0, 9) >= 0, "another slot, the same ports");
            assertTrue(lab.prepare());
            assertTrue(lab.replication.isSettled(slot));
            lab.replication.giveBack(slot);
            assertFalse(lab.replication.isSettled(slot));
            // No slot rests for ever: those that settle are waited for.
            for (int n = 0; n < 300; n++) {
                final int next = lab.replication.install(both, 9, 0, 9);
                if (next == KernelTable.LATER) {
                    return;
                }
                lab.replication.withdraw(next);
            }
            throw new AssertionError("slots were used again before they had settled");
        }
    }

    @Test
    void shouldServeAThousandGroups() throws Exception {
        final int groups = 1000;
        try (KernelLab lab = new KernelLab(4, groups, 1500)) {
            final KernelRow[][] rows = new KernelRow[groups][];
            for (int i = 0; i < groups; i++) {
                // Every set of ports: 1, 2, 1 and 2, 3, ...
                rows[i] = new KernelRow[Integer.bitCount(1 + i % 7)];
                int next = 0;
                for (int port = 1; port < 4; port++) {
                    if ((1 + i % 7 >>> port - 1 & 1) != 0) {
                        rows[i][next++] = version(port, i + 5);
                    }
                }
                final int slot = lab.install(lab.group(Copies.MCST_ID + i, -1, rows[i]), 9, 9);
                lab.replication.publish(slot);
            }
            final int[] wanted = new int[4];
            for (int i = 0; i < groups; i++) {
                final Copies.Form form = Copies.Form.send(10, i);
                lab.send(Copies.toGroup(form, Copies.MCST_ID + i));
                for (final KernelRow row : rows[i]) {
                    wanted[row.port()]++;
                }
                lab.await(
                        "copies of group " + i,
                        () -> {
                            boolean all = true;
                            for (int port = 1; port < 4; port++) {
                                all &= lab.out[port].frames.size() == wanted[port];
                            }
                            return all;
                        });
                for (final KernelRow row : rows[i]) {
                    assertArrayEquals(
                            Copies.toPath(form, row, Copies.MCST_ID + i),
                            lab.out[row.port()].frames.get(wanted[row.port()] - 1));
                }
            }
            assertEquals(0, lab.java.frames.size());
            assertEquals(0, lab.count(ProgramEnding.NO_ROW));
        }
    }

    @Test
    void shouldSayWhichPortsCannotServeAndNoticeChanges() throws Exception {
        try (KernelLab lab = new KernelLab(2, 4, 1500)) {
            assertNull(lab.replication.refusal(0));
            assertNull(lab.replication.refusal(1));
            assertEquals("no such port", lab.replication.refusal(2));
            assertFalse(lab.replication.poll());
            gro(lab, "off");
            Await.until("a notice", lab.replication::poll);
            assertEquals(
                    "device lacks NDO_XMIT: its peer has neither an XDP program nor GRO",
                    lab.replication.egressRefusal(1));
            assertNull(lab.replication.refusal(1), "a source may send there");
            assertNull(lab.replication.egressRefusal(0));
            gro(lab, "on");
            Await.until("another notice", lab.replication::poll);
            assertNull(lab.replication.egressRefusal(1));
            lab.ports[1].close();
            assertTrue(lab.replication.poll());
            assertEquals("not open", lab.replication.refusal(1));
        }
    }

    private static void gro(final KernelLab lab, final String state) throws Exception {
        Namespaces.run(
                "ip", "netns", "exec", lab.hostNames[1], "ethtool", "-K", "e0", "gro", state);
    }

    @Test
    void shouldRefuseGenericModeAndLeaveItsFramesToJava() throws Exception {
        try (KernelLab lab = new KernelLab(2, 4, 1500, XdpMode.GENERIC, null)) {
            assertEquals("attached in generic mode", lab.replication.refusal(0));
            lab.replication.publish(lab.install(lab.group(Copies.member(1)), 9, 9));
            final byte[] frame = Copies.toGroup(Copies.Form.send(10, 100));
            lab.send(frame);
            lab.await("a frame", () -> lab.java.frames.size() == 1);
            assertArrayEquals(frame, lab.java.frames.get(0));
        }
    }

    @Test
    void shouldLeaveNothingOpenWhenTheKernelRefuses() {
        int before = 0;
        for (int n = 0; n < 3; n++) {
            assertThrows(SysException.class, () -> KernelReplication.open(-64, List.of(), 0, 1, 1));
            before = n == 0 ? descriptors() : before;
        }
        assertEquals(before, descriptors());
    }

    private static int descriptors() {
        return new java.io.File("/proc/self/fd").list().length;
    }

    @Test
    void shouldRefuseAMultiBufferProgram() throws Exception {
        try (KernelLab lab = new KernelLab(2, 4, 3800)) {
            assertEquals("multi-buffer program", lab.replication.refusal(0));
        }
    }

    @Test
    void shouldLeaveFramesTooLongForOneOfThePortsToJava() throws Exception {
        try (KernelLab lab = new KernelLab(3, 4, 1500)) {
            lab.replication.attached(2, "native", 400);
            final int slot = lab.install(lab.group(Copies.member(1), Copies.member(2)), 9, 9);
            lab.replication.publish(slot);
            final byte[] longer = Copies.toGroup(Copies.Form.send(10, 344));
            assertEquals(402, longer.length);
            lab.send(longer);
            lab.send(Copies.toGroup(Copies.Form.send(10, 340)));
            lab.await(
                    "one and one",
                    () -> lab.java.frames.size() == 1 && lab.out[2].frames.size() == 1);
            assertEquals(1, lab.count(ProgramEnding.LENGTH));
        }
    }

    @Test
    void shouldAccountForCopiesThatNoDeviceTook() throws Exception {
        try (KernelLab lab = new KernelLab(3, 4, 1500)) {
            lab.replication.publish(
                    lab.install(lab.group(Copies.member(1), Copies.member(2)), 9, 9));
            lab.send(Copies.toGroup(Copies.Form.send(10, 200)));
            lab.await("copies", () -> lab.count(ProgramEnding.COPY) == 2);
            assertEquals(0, ProgramEnding.lost(lab.replication.dispositions()));
            Namespaces.run("ip", "-n", lab.switchName, "link", "set", "p2", "mtu", "150");
            lab.send(Copies.toGroup(Copies.Form.send(11, 200)));
            lab.await("one copy", () -> lab.count(ProgramEnding.COPY) == 3);
            Namespaces.run("ip", "-n", lab.switchName, "link", "set", "p2", "down");
            lab.send(Copies.toGroup(Copies.Form.send(12, 20)));
            lab.await("one copy", () -> lab.count(ProgramEnding.COPY) == 4);
            assertEquals(2, ProgramEnding.lost(lab.replication.dispositions()));
            assertEquals(6, lab.count(ProgramEnding.DUE));
        }
    }

    @Test
    void shouldNotTakeAnEarlierHopsMetadataForItsOwn() throws Exception {
        try (KernelLab lab = new KernelLab(3, 4, 1500, XdpMode.AUTO, null, true)) {
            // The first group's member behind port 3 is the source of the second one at port 4.
            final int second = 0x0aff_0002;
            final KernelRow hop = new KernelRow(3, true, 2, second, 1, 0x9000, 3);
            final KernelRow[] rows = {Copies.member(1), hop};
            lab.replication.publish(lab.install(lab.group(rows), 9, 9));
            final int slot =
                    lab.install(
                            new KernelGroup(
                                    second,
                                    4,
                                    Copies.MCST_ID,
                                    -1,
                                    0,
                                    0,
                                    -1,
                                    List.of(Copies.member(2))),
                            9,
                            9);
            lab.replication.publish(slot);
            for (int psn = 10; psn < 60; psn++) {
                lab.send(Copies.toGroup(Copies.Form.send(psn, psn)));
            }
            lab.await(
                    "copies at both",
                    () -> lab.out[1].frames.size() == 50 && lab.out[2].frames.size() == 50);
            for (int psn = 10; psn < 60; psn++) {
                final Copies.Form form = Copies.Form.send(psn, psn);
                assertArrayEquals(Copies.toPath(form, rows[0]), lab.out[1].frames.get(psn - 10));
                assertArrayEquals(
                        Copies.toPath(form, Copies.member(2), second),
                        lab.out[2].frames.get(psn - 10));
            }
            assertEquals(50, lab.replication.words().frames(slot));
            assertEquals(0, lab.java.frames.size());
        }
    }
}
