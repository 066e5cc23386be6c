package io.polycast.dataplane.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.CountDownLatch;
import org.agrona.concurrent.AgentTerminationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FailureTest {
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Failure failure = new Failure(stop);

    /** The line is written by the thread that closes the switch, after everything else. */
    @Test
    void shouldEndTheOthersBeforeItIsLogged() throws InterruptedException {
        final RuntimeException broken = new IllegalStateException("broken");
        assertNull(failure.report());
        final Thread packets = new Thread(() -> failure.onError(broken), "pc-core-0");
        packets.start();
        stop.await();
        packets.join();
        assertThrows(AgentTerminationException.class, failure::check);
        failure.set(new IllegalStateException("because of it"));
        assertSame(broken, failure.cause());
        assertEquals("broken invariant in pc-core-0", failure.report());
        assertNull(failure.report());
    }
}
