package io.polycast.xdp.afxdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.xdp.afxdp.program.SilenceGuard;
import io.polycast.xdp.afxdp.program.XdpMode;
import io.polycast.xdp.bpf.Alu;
import io.polycast.xdp.bpf.BpfAssembler;
import io.polycast.xdp.bpf.BpfInfo;
import io.polycast.xdp.bpf.BpfProgram;
import io.polycast.xdp.bpf.Reg;
import io.polycast.xdp.bpf.XdpLink;
import io.polycast.xdp.lab.Namespaces;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.PortId;
import io.polycast.xdp.sys.Link;
import io.polycast.xdp.sys.NetDevice;
import io.polycast.xdp.sys.XdpHook;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Somebody else's doing at a device that a port serves. */
@Tag("root")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ProgramTakenAwayTest {
    private static final int XDP_PASS = 2;

    @TempDir private Path directory;

    /** With the calling thread in the namespace of the devices. */
    @FunctionalInterface
    private interface Work {
        void run(AfXdpPort port, BpfProgram stranger) throws Exception;
    }

    private void inLab(final boolean wire, final Work work) throws Exception {
        try (Namespaces namespaces = new Namespaces()) {
            final String here = namespaces.add('s');
            final String hosts = namespaces.add('h');
            Namespaces.veth(here, "p0", hosts, "e0", 1500);
            Namespaces.veth(here, "p1", hosts, "e1", 1500);
            Namespaces.in(
                    here,
                    () -> {
                        serve(wire, work);
                        return null;
                    });
        }
    }

    private void serve(final boolean wire, final Work work) throws Exception {
        final AfXdpSpec spec = new AfXdpSpec("p0", 1, 1024, XdpMode.AUTO);
        try (FrameMemory memory = new FrameMemory(4096, 4096, 4096);
                SilenceGuard guard =
                        new SilenceGuard(
                                false,
                                TimeUnit.HOURS.toNanos(1),
                                16,
                                null,
                                directory.resolve("programs"));
                BpfProgram stranger =
                        BpfProgram.loadXdp(
                                "stranger",
                                new BpfAssembler().alu(Alu.MOV, Reg.R0, XDP_PASS).exit().assemble(),
                                false);
                AfXdpPort port =
                        spec.openAll(
                                        new PortId(0, "p0"),
                                        List.of(memory),
                                        wire ? new Wiring(guard, "p1", null) : Wiring.NONE)
                                .get(0)) {
            work.run(port, stranger);
        }
    }

    private static int attached() {
        return Link.query(new NetDevice("p0").index()).orElseThrow().xdpProgram();
    }

    @Test
    void shouldPutAWiresProgramBackInAStrangersPlace() throws Exception {
        inLab(
                true,
                (port, stranger) -> {
                    final int own = attached();
                    final int ifindex = new NetDevice("p0").index();
                    assertNull(port.tend());
                    XdpHook.replace(ifindex, stranger.fd(), XdpLink.NATIVE, -1);
                    assertEquals(
                            "the XDP program on device p0 was replaced by program "
                                    + BpfInfo.programId(stranger.fd())
                                    + "; attached again",
                            port.tend());
                    assertEquals(own, attached());
                    assertNull(port.tend());
                    assertEquals(1, port.stats().xdpLost);
                    // Drivers take no program beside one for socket buffers.
                    XdpHook.clear(ifindex, XdpLink.NATIVE, -1);
                    XdpHook.fill(ifindex, stranger.fd(), XdpLink.GENERIC);
                    assertTrue(port.tend().endsWith("; attached again"));
                    assertEquals(own, attached());
                    assertEquals(2, port.stats().xdpLost);
                });
        assertEquals(0, new NetDevice("p0").index(), "back in our own namespace");
    }

    @Test
    void shouldSayOnceThatAProgramCannotBePutBack() throws Exception {
        inLab(
                true,
                (port, stranger) -> {
                    final int ifindex = new NetDevice("p0").index();
                    XdpHook.clear(ifindex, XdpLink.NATIVE, -1);
                    final XdpLink link = new XdpLink(stranger, ifindex, XdpLink.NATIVE);
                    final String told = port.tend();
                    assertTrue(told.contains("cannot be attached again"), told);
                    assertNull(port.tend());
                    link.close();
                    assertTrue(port.tend().endsWith("; attached again"));
                    assertEquals(1, port.stats().xdpLost);
                });
    }

    @Test
    void shouldHoldAProgramWithoutWireSoThatNobodyTakesItAway() throws Exception {
        inLab(
                false,
                (port, stranger) -> {
                    final int own = attached();
                    assertThrows(
                            IOException.class,
                            () -> Namespaces.run("ip", "link", "set", "dev", "p0", "xdp", "off"));
                    assertNull(port.tend());
                    assertEquals(own, attached());
                    assertEquals(0, port.stats().xdpLost);
                });
    }
}
