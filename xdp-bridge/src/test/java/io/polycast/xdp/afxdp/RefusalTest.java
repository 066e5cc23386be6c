package io.polycast.xdp.afxdp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.xdp.afxdp.program.XdpMode;
import io.polycast.xdp.port.PortException;
import io.polycast.xdp.port.PortId;
import io.polycast.xdp.sys.Errno;
import io.polycast.xdp.sys.NetDevice;
import io.polycast.xdp.sys.SysException;
import org.junit.jupiter.api.Test;

class RefusalTest {
    @Test
    void shouldSayInOneLineThatASystemCallIsNotKnownHere() {
        final PortException refused =
                AfXdpLimits.explain(
                        new PortId(0, "p0"),
                        new AfXdpSpec("lo", 1, 1024, XdpMode.AUTO),
                        new NetDevice("lo"),
                        4096,
                        new SysException("mmap", Errno.ENOSYS));
        assertEquals(PortException.Kind.DEVICE, refused.kind());
        assertEquals(
                "port p0: mmap: ENOSYS on device lo; this kernel has no such system call, or its"
                        + " number on "
                        + System.getProperty("os.arch")
                        + " is not known here: use driver af_packet",
                refused.getMessage());
    }
}
