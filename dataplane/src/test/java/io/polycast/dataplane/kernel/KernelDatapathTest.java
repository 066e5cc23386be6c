package io.polycast.dataplane.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.role.GroupDatapath;
import io.polycast.dataplane.appliance.Appliance;
import io.polycast.dataplane.opening.ApplianceException;
import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Opcode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Switches between namespaces whose groups the kernel serves. */
@Tag("root")
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class KernelDatapathTest {
    private static final int START = 0xFFFFF0;

    @TempDir private Path directory;

    private KernelRun open(final String datapath, final String pipeline) throws Exception {
        return new KernelRun(datapath, pipeline, Files.createTempDirectory(directory, datapath));
    }

    private static int psn(final int n) {
        return START + n & 0xFF_FFFF;
    }

    /** First data and feedback, until the group is where it is to be. */
    private static void establish(final KernelRun run, final boolean kernel) {
        run.send(0, KernelRun.data(0, psn(0)).opcode(Opcode.SEND_ONLY).payload(new byte[32]));
        for (int host = 1; host < KernelRun.HOSTS; host++) {
            run.ack(host, psn(0));
        }
        if (kernel) {
            run.awaitKernel(1, psn(0));
        }
        run.keepFromHere();
    }

    /**
     * Traffic that both datapaths must treat alike; returns the frames of the hosts and the
     * counters.
     */
    private static Map<String, Object> play(final KernelRun run) {
        final long kernelFrames = run.tally(Tally.KERNEL_FRAMES);
        final Map<Tally, Long> before = tallies(run);

        messages(run);
        loss(run);
        lostTailAck(run);
        repeatedNaks(run);
        final Map<String, Object> seen = new TreeMap<>();
        for (int host = 0; host < KernelRun.HOSTS; host++) {
            seen.put("host " + host, List.copyOf(run.received.get(host)));
        }
        tallies(run).forEach((tally, n) -> seen.put(tally.label(), n - before.get(tally)));
        final long inKernel = run.tally(Tally.KERNEL_FRAMES) - kernelFrames;
        if (run.view().datapath() == GroupDatapath.KERNEL) {
            assertTrue(inKernel >= 60, inKernel + " frames in the kernel");
        } else {
            assertEquals(0, inKernel);
        }
        return seen;
    }

    private static Map<Tally, Long> tallies(final KernelRun run) {
        final Map<Tally, Long> all = new TreeMap<>();
        for (final Tally tally :
                List.of(
                        Tally.ACKS_IN,
                        Tally.NAKS_IN,
                        Tally.ACKS_OUT,
                        Tally.NACKS_OUT,
                        Tally.RNR_NAKS_OUT,
                        Tally.NAKS_SUPPRESSED)) {
            all.put(tally, run.tally(tally));
        }
        all.put(Tally.DATA_IN, run.tally(Tally.DATA_IN) + run.tally(Tally.KERNEL_FRAMES));
        all.put(Tally.COPIES_OUT, run.tally(Tally.COPIES_OUT) + run.tally(Tally.KERNEL_COPIES));
        all.put(
                Tally.COPIES_FILTERED,
                run.tally(Tally.COPIES_FILTERED) + run.tally(Tally.KERNEL_FILTERED));
        return all;
    }

    /** SEND and WRITE of many lengths, in order, over the end of PSN space. */
    private static void messages(final KernelRun run) {
        for (int n = 1; n <= 40; n++) {
            final boolean write = n % 3 == 0;
            final byte[] payload = new byte[n * 29 % 1024];
            for (int i = 0; i < payload.length; i++) {
                payload[i] = (byte) (i * 7 + n);
            }
            run.send(
                    0,
                    write
                            ? KernelRun.data(0, psn(n))
                                    .opcode(Opcode.WRITE_ONLY)
                                    .reth(0x1000 + n, 5, payload.length)
                                    .payload(payload)
                            : KernelRun.data(0, psn(n)).opcode(Opcode.SEND_ONLY).payload(payload));
            for (int host = 1; host < KernelRun.HOSTS && n % 4 == 0; host++) {
                run.ack(1 + (host + n) % 3, psn(n));
            }
        }
    }

    private static void sends(final KernelRun run, final int from, final int to) {
        for (int n = from; n <= to; n++) {
            run.send(
                    0,
                    KernelRun.data(0, psn(n)).opcode(Opcode.SEND_ONLY).payload(new byte[n % 60]));
        }
    }

    /** 43 is lost in front of the switch, 45 on the way to one receiver. */
    private static void loss(final KernelRun run) {
        sends(run, 41, 42);
        sends(run, 44, 48);
        for (int host = 1; host < KernelRun.HOSTS; host++) {
            run.nak(host, psn(43));
        }
        sends(run, 43, 48);
        run.ack(1, psn(48));
        run.nak(2, psn(45));
        run.ack(3, psn(48));
        sends(run, 45, 48);
        run.ack(2, psn(48));
    }

    /** The aggregate is lost on the way to the source, which repeats: the switch answers. */
    private static void lostTailAck(final KernelRun run) {
        sends(run, 46, 48);
        sends(run, 49, 50);
        run.ack(1, psn(50));
        run.ack(2, psn(49));
        run.ack(3, psn(50));
        // Two have it: only the third gets it again.
        sends(run, 50, 50);
        run.ack(2, psn(50));
        sends(run, 50, 50);
    }

    private static void repeatedNaks(final KernelRun run) {
        sends(run, 52, 55);
        run.nak(1, psn(51));
        run.nak(1, psn(51));
        run.nak(2, psn(51));
        run.nak(3, psn(51));
        run.nak(3, psn(51));
        run.nak(2, psn(51));
        sends(run, 51, 53);
        run.nak(1, psn(51));
        sends(run, 51, 55);
        run.ack(1, psn(55));
        run.feedback(2, psn(54), Aeth.RNR_NAK | 3);
        run.feedback(3, psn(54), Aeth.RNR_NAK | 5);
        sends(run, 54, 55);
        run.ack(2, psn(55));
        run.ack(3, psn(55));
    }

    @Test
    void shouldDoInTheKernelWhatTheEngineDoes() throws Exception {
        final Map<String, Object> expected;
        try (KernelRun run = open("user", "")) {
            establish(run, false);
            expected = play(run);
            assertEquals(GroupDatapath.USER, run.view().datapath());
        }
        try (KernelRun run = open("kernel", "")) {
            establish(run, true);
            final Map<String, Object> seen = play(run);
            expected.forEach((what, value) -> assertEquals(value, seen.get(what), what));
            assertEquals(GroupDatapath.KERNEL, run.view().datapath());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ", threading: staged", ", threading: staged, shards: 2"})
    void shouldFollowAMovingSourceAndComeBack(final String pipeline) throws Exception {
        try (KernelRun run = open("auto", pipeline)) {
            establish(run, true);
            sends(run, 1, 4);
            for (int host = 1; host < KernelRun.HOSTS; host++) {
                run.ack(host, psn(4));
            }
            final long kernelFrames = run.tally(Tally.KERNEL_FRAMES);
            assertEquals(4, kernelFrames);
            for (int n = 5; n <= 8; n++) {
                run.send(
                        2, KernelRun.data(2, psn(n)).opcode(Opcode.SEND_ONLY).payload(new byte[9]));
            }
            for (final int host : List.of(0, 1, 3)) {
                run.ack(host, psn(8));
            }
            run.awaitKernel(0, psn(8));
            assertEquals(2, run.view().progress().sourcePath());
            run.send(2, KernelRun.data(2, psn(9)).opcode(Opcode.SEND_ONLY).payload(new byte[9]));
            assertEquals(kernelFrames + 1, run.tally(Tally.KERNEL_FRAMES));
            assertEquals(psn(9), run.view().progress().highestPsn());
        }
    }

    @Test
    void shouldReturnToTheEngineForDataThatTheProgramsDoNotTake() throws Exception {
        try (KernelRun run = open("kernel", "")) {
            establish(run, true);
            sends(run, 1, 2);
            KernelRun.await("the grace to pass", () -> returns(run) == 1);
            assertEquals(GroupDatapath.USER, run.view().datapath());
            assertTrue(run.view().datapathReason().contains("leave to the engine"));
        }
    }

    private static long returns(final KernelRun run) {
        if (run.tally(Tally.KERNEL_RETURNS) == 0) {
            final int next = run.view().progress().highestPsn() + 1 & 0xFF_FFFF;
            run.send(
                    0,
                    KernelRun.data(0, next)
                            .opcode(Opcode.SEND_ONLY)
                            .udpChecksum(true)
                            .payload(new byte[8]));
        }
        return run.tally(Tally.KERNEL_RETURNS);
    }

    @Test
    void shouldKeepTheGroupWhenAPortCannotServeAnyMore() throws Exception {
        try (KernelRun run = open("kernel", "")) {
            establish(run, true);
            run.lab.gro(3, false);
            KernelRun.await(
                    "the group to come back", () -> run.view().datapath() == GroupDatapath.USER);
            assertTrue(run.view().datapathReason().startsWith("p3: "), run.view()::datapathReason);
            sends(run, 1, 3);
            assertEquals(3, run.received.get(3).size());
            run.lab.gro(3, true);
            for (int host = 1; host < KernelRun.HOSTS; host++) {
                run.ack(host, psn(3));
            }
            KernelRun.await("the port to serve", () -> run.view().datapathReason() == null);
        }
    }

    @Test
    void shouldStartInUserSpaceAndAskEverybodyAgain() throws Exception {
        try (KernelRun run = open("kernel", "")) {
            establish(run, true);
            sends(run, 1, 5);
            run.restart("kernel");
            run.keepFromHere();
            assertEquals(GroupDatapath.USER, run.view().datapath());
            assertEquals(-1, run.view().progress().sourcePath());
            sends(run, 6, 6);
            for (int host = 1; host < KernelRun.HOSTS; host++) {
                run.ack(host, psn(6));
            }
            run.awaitKernel(1, psn(6));
        }
    }

    @Test
    void shouldRefuseToStartWhenNoPortCanServe() throws Exception {
        try (KernelRun run = open("user", "")) {
            for (int host = 0; host < KernelRun.HOSTS; host++) {
                run.lab.gro(host, false);
            }
            run.appliance.close();
            final List<String> said = new ArrayList<>();
            final ApplianceException refused =
                    assertThrows(
                            ApplianceException.class,
                            () ->
                                    run.lab.inSwitch(
                                            () ->
                                                    Appliance.start(
                                                            ConfigurationReader.parse(
                                                                    "c", run.yaml("kernel", "")))));
            said.add(refused.getMessage());
            assertEquals(ApplianceException.MISSING, refused.exitCode(), said.toString());
            assertTrue(said.get(0).contains("p0: "), said.toString());
        }
    }
}
