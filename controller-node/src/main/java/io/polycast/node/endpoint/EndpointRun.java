package io.polycast.node.endpoint;

import io.polycast.dataplane.disk.IoReason;
import io.polycast.dataplane.remote.LineChannel;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.function.Consumer;
import org.agrona.CloseHelper;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/** {@code polycast endpoint} from its start to its end, on the calling thread. */
public final class EndpointRun {
    /** Least bytes of a SEND. */
    public static final int LEAST_MESSAGE = 256;

    /** Most bytes of a SEND. */
    public static final int MOST_MESSAGE = 16 << 20;

    private static final int LINE = 65_536;
    private static final int FIRST_QPN = 256;
    private static final int QPNS = (1 << 24) - FIRST_QPN;

    private final EndpointSettings settings;
    private final IdleStrategy idle = new BackoffIdleStrategy(50, 10, 20_000, 500_000);
    private final ByteBuffer scratch = ByteBuffer.allocate(LINE);
    private final LineChannel agent;
    private final Consumer<String> notes;

    private EndpointRun(final EndpointSettings settings, final Consumer<String> notes)
            throws EndpointException {
        this.settings = settings;
        this.notes = notes;
        this.agent = connect(settings.agent());
    }

    /**
     * How a run ended.
     *
     * @param address of the group
     * @param report of the file
     * @param refusedLeave why the controller did not confirm the leave, or empty
     */
    public record Result(String address, TransferReport report, String refusedLeave) {}

    /**
     * Sends a file to the group.
     *
     * @param settings of the endpoint
     * @param file to send
     * @param message bytes of a SEND, in [{@link #LEAST_MESSAGE}, {@link #MOST_MESSAGE}]
     * @param notes takes what the user has to know meanwhile, a line each
     * @return how it ended
     * @throws EndpointException when it could not begin, or failed
     */
    public static Result send(
            final EndpointSettings settings,
            final Path file,
            final int message,
            final Consumer<String> notes)
            throws EndpointException {
        try (Transfer transfer = new FileSender(file, message)) {
            return new EndpointRun(settings, notes).run(transfer);
        }
    }

    /**
     * Receives a file from the group.
     *
     * @param settings of the endpoint
     * @param file to write; it is there when all of it is, and right
     * @return how it ended
     * @throws EndpointException when it could not begin, or failed
     */
    public static Result receive(final EndpointSettings settings, final Path file)
            throws EndpointException {
        final String tag = Long.toString(ProcessHandle.current().pid());
        try (Transfer transfer = new FileReceiver(file, tag)) {
            return new EndpointRun(settings, note -> {}).run(transfer);
        }
    }

    private static LineChannel connect(final Path socket) throws EndpointException {
        SocketChannel channel = null;
        try {
            channel = SocketChannel.open(StandardProtocolFamily.UNIX);
            channel.connect(UnixDomainSocketAddress.of(socket));
            channel.configureBlocking(false);
            return new LineChannel(channel, LINE);
        } catch (final IOException | IllegalArgumentException e) {
            CloseHelper.quietClose(channel);
            throw new EndpointException(
                    EndpointException.Kind.MISSING,
                    "no host agent at "
                            + socket
                            + " ("
                            + (e instanceof IOException io ? IoReason.of(io) : e.getMessage())
                            + "): start polycast hostagent, or name its socket with --agent",
                    e);
        }
    }

    private Result run(final Transfer transfer) throws EndpointException {
        final int qpn = FIRST_QPN + new SecureRandom().nextInt(QPNS);
        final Session session =
                new Session(
                        settings,
                        qpn,
                        transfer,
                        group -> DeviceWire.open(settings.device(), group, settings.pathMtu()),
                        this::say,
                        notes);
        try {
            session.start(System.nanoTime());
            while (!session.isOver()) {
                listen(session);
                idle.idle(session.work(System.nanoTime()));
            }
            return new Result(session.address(), transfer.report(), session.refusedLeave());
        } finally {
            // The agent takes a queue pair out whose application has hung up.
            CloseHelper.quietClose(agent.channel());
            session.close();
        }
    }

    private void say(final String line) {
        try {
            agent.send(line);
        } catch (final IOException e) {
            // The next look for lines finds the connection's end, and says so.
            CloseHelper.quietClose(agent.channel());
        }
    }

    private void listen(final Session session) throws EndpointException {
        final EndpointException[] failure = new EndpointException[1];
        try {
            agent.write();
            agent.read(
                    scratch,
                    line -> {
                        try {
                            session.onLine(System.nanoTime(), line);
                        } catch (final EndpointException e) {
                            failure[0] = failure[0] == null ? e : failure[0];
                        }
                    });
        } catch (final IOException e) {
            if (failure[0] == null && !session.isOver()) {
                throw EndpointException.failed(
                        "the host agent ended the connection ("
                                + IoReason.of(e)
                                + "); see its log");
            }
        }
        if (failure[0] != null) {
            throw failure[0];
        }
    }
}
