package io.polycast.node.endpoint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.controller.safeguard.Goodput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Endpoints at an in-memory switch, with agents that follow a script. */
@Timeout(120)
class EndpointTest {
    private static final int MESSAGE = 8192;
    private static final int BIG = 4_000_000;
    private static final int MOST_TURNS = 2_000_000;
    private static final long TIMEOUT_NS = 5_000_000_000L;

    @TempDir private Path dir;
    private final EndpointLab lab = new EndpointLab();
    private final List<Transfer> transfers = new ArrayList<>();

    @AfterEach
    void close() {
        transfers.forEach(Transfer::close);
    }

    private static EndpointSettings settings(final int members, final int retries) {
        return new EndpointSettings(
                Path.of("agent.sock"), "job", null, members, 1024, retries, TIMEOUT_NS);
    }

    private FileSender sender(final int bytes) throws Exception {
        final byte[] content = new byte[bytes];
        new Random(bytes).nextBytes(content);
        Files.write(dir.resolve("source"), content);
        final FileSender sender = new FileSender(dir.resolve("source"), MESSAGE);
        transfers.add(sender);
        return sender;
    }

    private FileReceiver receiver(final int number) throws Exception {
        final FileReceiver receiver = new FileReceiver(dir.resolve("copy" + number), "1");
        transfers.add(receiver);
        return receiver;
    }

    private void runToTheEnd() throws EndpointException {
        for (int i = 0; i < MOST_TURNS; i++) {
            if (lab.hosts.stream().allMatch(host -> host.gone)) {
                return;
            }
            lab.turn();
        }
        throw new AssertionError("the transfer does not end");
    }

    private void assertCopies(final int... numbers) throws IOException {
        final byte[] content = Files.readAllBytes(dir.resolve("source"));
        for (final int number : numbers) {
            assertArrayEquals(content, Files.readAllBytes(dir.resolve("copy" + number)));
        }
        assertNoParts();
    }

    private void assertNoParts() throws IOException {
        try (Stream<Path> files = Files.list(dir)) {
            assertEquals(
                    List.of(), files.filter(file -> file.toString().endsWith(".part")).toList());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, MESSAGE - Piece.LENGTH, 300_000})
    void shouldBringAFileToAllMembers(final int bytes) throws Exception {
        lab.loseEach = 211;
        final FileSender sender = sender(bytes);
        lab.host(settings(3, 7), sender);
        final FileReceiver first = receiver(1);
        lab.host(settings(3, 7), first);
        lab.host(settings(3, 7), receiver(2));
        runToTheEnd();
        assertCopies(1, 2);
        assertEquals(bytes, first.report().bytes());
        assertEquals(sender.report().sha256(), first.report().sha256());
        assertTrue(sender.report().gbps() >= 0);
    }

    @Test
    void shouldBringTheWholeFileToAHostThatJoinsInMidTransfer() throws Exception {
        lab.host(settings(2, 7), sender(400_000));
        final FileReceiver first = receiver(1);
        lab.host(settings(2, 7), first);
        while (first.progress() < 100_000) {
            lab.turn();
        }
        lab.host(settings(0, 7), receiver(2));
        runToTheEnd();
        assertCopies(1, 2);
        assertEquals(1, lab.agents.joined);
    }

    @Test
    void shouldSendOnWhenAReceiverLeaves() throws Exception {
        lab.host(settings(3, 7), sender(400_000));
        final FileReceiver first = receiver(1);
        lab.host(settings(3, 7), first);
        final LabHost second = lab.host(settings(3, 7), receiver(2));
        while (first.progress() < 100_000) {
            lab.turn();
        }
        second.gone = true;
        lab.agents.onLine(second, "{\"command\":\"leave\",\"group\":\"job\"}");
        runToTheEnd();
        transfers.get(2).close();
        assertCopies(1);
        assertFalse(Files.exists(dir.resolve("copy2")), "it is not whole");
    }

    @Test
    void shouldSayThatRetriesAreExhausted() throws Exception {
        lab.host(settings(2, 2), sender(400_000));
        final FileReceiver first = receiver(1);
        lab.host(settings(2, 2), first);
        while (first.progress() < 100_000) {
            lab.turn();
        }
        lab.dead = 1;
        fails("retries exceeded");
        first.close();
        assertNoParts();
    }

    @Test
    void shouldNotWriteAFileWhoseHashIsNotTheSources() throws Exception {
        lab.wrongHash = true;
        lab.host(settings(2, 7), sender(100_000));
        final FileReceiver receiver = receiver(1);
        lab.host(settings(2, 7), receiver);
        fails("the SHA-256 of the 100000 bytes received is");
        receiver.close();
        assertNoParts();
        assertFalse(Files.exists(dir.resolve("copy1")), "it is another file");
    }

    private void fails(final String part) {
        final String message =
                assertThrows(EndpointException.class, this::runToTheEnd).getMessage();
        assertTrue(message.contains(part), message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"reserve", "join", "source"})
    void shouldSayWhatTheControllerRefused(final String command) throws Exception {
        lab.agents.refuses = command;
        lab.host(settings(1, 7), sender(1));
        fails("group job: " + command + " was refused: delete groups (full)");
    }

    @Test
    void shouldEndAlthoughTheLeaveIsRefused() throws Exception {
        lab.agents.refuses = "leave";
        final LabHost host = lab.host(settings(2, 7), sender(1));
        lab.host(settings(2, 7), receiver(1));
        runToTheEnd();
        assertEquals("delete groups (full)", host.session.refusedLeave());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "reserve:the agent had no answer of the controller for 5 s",
                "join:the group did not take this host",
                "source:the controller did not give the right to post",
                "leave:the controller did not confirm the leave"
            })
    void shouldSayWhatItWaitedFor(final String ignored) throws Exception {
        lab.agents.ignores = ignored.substring(0, ignored.indexOf(':'));
        lab.host(settings(2, 7), sender(1));
        lab.host(settings(2, 7), receiver(1));
        fails(ignored.substring(ignored.indexOf(':') + 1));
    }

    @Test
    void shouldSayThatNobodyAnswersArp() throws Exception {
        lab.dead = 0;
        lab.host(settings(1, 7), sender(1));
        fails("nobody answered ARP for 10.255.0.1");
    }

    @Test
    void shouldSayThatNobodySends() throws Exception {
        lab.host(settings(1, 7), receiver(1));
        fails("no data arrived for 5 s");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'event':'evicted','group':'job','ip':'10.0.0.1','text':'silent'}|taken out:"
                        + " silent",
                "{'event':'left','group':'job','ip':'10.0.0.1','text':'by hand'}|taken out: by"
                        + " hand",
                "{'event':'deleted','group':'job','ip':'0:0:0:0:0:0:0:0','text':''}|was deleted",
                "nonsense|not JSON"
            })
    void shouldEndWithTheGroup(final String line) throws Exception {
        final LabHost host = lab.host(settings(1, 7), receiver(1));
        for (int i = 0; i < 100; i++) {
            lab.turn();
        }
        host.hear(line.substring(0, line.indexOf('|')));
        fails(line.substring(line.indexOf('|') + 1));
    }

    @Test
    void shouldNotHeedOtherGroupsAndHosts() throws Exception {
        final LabHost host = lab.host(settings(2, 7), sender(10));
        lab.host(settings(2, 7), receiver(1));
        host.hear("{'event':'deleted','group':'other','ip':'0:0:0:0:0:0:0:0','text':''}");
        host.hear("{'event':'evicted','group':'job','ip':'10.0.0.9','text':''}");
        host.hear("{'event':'prepare','group':'job','change':1}");
        lab.agents.ignores = "declined";
        runToTheEnd();
        assertCopies(1);
    }

    /** Runs until the source has something to report of the tree. */
    private LabHost runToTheMiddle() throws Exception {
        final LabHost source = lab.host(settings(2, 7), sender(BIG));
        final FileReceiver first = receiver(1);
        lab.host(settings(2, 7), first);
        while (first.progress() < 100_000) {
            lab.turn();
        }
        return source;
    }

    private static String commit(final int number, final String mode) {
        return "{'event':'mode_commit','group':'job','number':"
                + number
                + ",'mode':'"
                + mode
                + "','reason':'slow'}";
    }

    private void turns(final int count) throws EndpointException {
        for (int i = 0; i < count; i++) {
            lab.turn();
        }
    }

    @Test
    void shouldWaitForTheTreeWhileTheGroupSendsByUnicast() throws Exception {
        final LabHost source = runToTheMiddle();
        source.hear(
                "{'event':'mode_prepare','group':'job','number':2,'mode':'unicast','reason':''}");
        source.hear(commit(2, "unicast"));
        turns(20_000);
        final long waiting = transfers.get(0).moved();
        turns(20_000);
        assertEquals(waiting, transfers.get(0).moved(), "nothing goes out");
        assertEquals(
                List.of(
                        "group job sends by unicast (decision 2: slow); this endpoint has no"
                                + " unicast sends and waits for the tree"),
                lab.notes);
        source.hear(commit(3, "tree"));
        runToTheEnd();
        assertCopies(1);
        assertTrue(lab.notes.get(1).contains("the tree (decision 3: slow); going on"));
        assertEquals(2, lab.agents.reports.get(0).get("number").intValue());
    }

    @Test
    void shouldTestTheTreeWithDataOfTheFile() throws Exception {
        final LabHost source = runToTheMiddle();
        source.hear(commit(2, "unicast"));
        turns(1_000);
        final long before = transfers.get(0).moved();
        source.hear("{'event':'probe','group':'job','change':7}");
        while (lab.agents.reports.isEmpty()) {
            lab.turn();
        }
        final var probed = lab.agents.reports.get(0);
        assertEquals("probed", probed.get("command").textValue());
        assertEquals(7, probed.get("change").intValue());
        assertEquals(transfers.get(0).moved() - before, probed.get("bytes").longValue());
        assertTrue(probed.get("bytes").longValue() > 0 && probed.get("ms").longValue() >= 500);
    }

    @Test
    void shouldSayThatTheTreeDidNotComeBack() throws Exception {
        runToTheMiddle();
        lab.hosts.forEach(host -> host.hear(commit(2, "unicast")));
        fails("the tree did not come back; the group sends by unicast (decision 2: slow) for 5 s");
    }

    @Test
    void shouldEndAtOnceInAGroupThatNeverUsesTheTree() throws Exception {
        lab.host(settings(1, 7), sender(1)).hear(commit(1, "unicast"));
        fails("create the group with multicast try or force");
    }

    @Test
    void shouldReportGoodput() {
        final GoodputMeter meter = new GoodputMeter();
        final long ms = 1_000_000;
        assertNull(meter.tick(0, 0, true));
        assertNull(meter.tick(249 * ms, 500, true));
        assertEquals(new Goodput(0, 250, 1000), meter.tick(250 * ms, 1000, true));
        assertNull(meter.tick(300 * ms, 1100, false), "a pause says nothing");
        assertNull(meter.tick(600 * ms, 1200, true));
        assertEquals(new Goodput(600, 850, 50), meter.tick(850 * ms, 1250, true));
        assertNull(meter.tick(200_000 * ms, 9999, true), "the process slept");
    }

    @Test
    void shouldEndWhenAnotherHostAsksForTheRightToPost() throws Exception {
        runToTheMiddle().hear("{'event':'commit','group':'job','change':4,'source':false}");
        fails("another host asked for the right to post");
    }

    @Test
    void shouldNotBeginWithoutItsFile() {
        assertUsage(() -> new FileSender(dir.resolve("absent"), MESSAGE), "no such file");
        assertUsage(() -> new FileReceiver(dir.resolve("no/where"), "1"), "no such file");
        assertUsage(() -> new FileReceiver(dir, "1"), "is a directory");
    }

    private static void assertUsage(
            final org.junit.jupiter.api.function.Executable what, final String part) {
        final EndpointException e = assertThrows(EndpointException.class, what);
        assertEquals(EndpointException.Kind.USAGE, e.kind());
        assertTrue(e.getMessage().contains(part), e.getMessage());
    }
}
