package io.polycast.node.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.polycast.node.config.TokenFile;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** HTTP for operators, on the JDK's server. A node that does not lead redirects. */
public final class ControllerHttp implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ControllerHttp.class);
    private static final int BODY = 262_144;
    private static final int THREADS = 64;
    private static final int WAITING = 256;
    private static final int KEY = 128;
    private static final String REQUEST_TIME = "sun.net.httpserver.maxReqTime";
    private static final String REQUEST_SECONDS = "30";

    private final HttpServer server;
    private final ThreadPoolExecutor threads;
    private final Operations operations;
    private final TokenFile token;
    private final Route route;

    /**
     * @param endpoint to listen at
     * @param token of operators, or null when none is asked for
     * @param operations of the controller
     * @throws IOException when the endpoint cannot be used
     */
    public ControllerHttp(
            final InetSocketAddress endpoint, final TokenFile token, final Operations operations)
            throws IOException {
        this.operations = operations;
        this.token = token;
        this.route = new Route(operations);
        boundRequestTime();
        try {
            server = HttpServer.create(endpoint, THREADS);
        } catch (final IOException taken) {
            throw new IOException(
                    "cannot listen at "
                            + endpoint
                            + " ("
                            + taken.getMessage()
                            + "): stop what does, or change cluster.nodes",
                    taken);
        }
        threads =
                new ThreadPoolExecutor(
                        THREADS, THREADS, 10, TimeUnit.SECONDS, new ArrayBlockingQueue<>(WAITING));
        threads.allowCoreThreadTimeOut(true);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    /** A client that sends half a request holds a thread; the JDK's server waits for ever unless told. */
    private static void boundRequestTime() {
        if (System.getProperty(REQUEST_TIME) == null) {
            System.setProperty(REQUEST_TIME, REQUEST_SECONDS);
        }
    }

    /** Endpoint at which the server listens. */
    public InetSocketAddress endpoint() {
        return server.getAddress();
    }

    private void handle(final HttpExchange exchange) throws IOException {
        try (exchange) {
            try {
                answer(exchange);
            } catch (final HttpProblem problem) {
                send(
                        exchange,
                        problem.status(),
                        Documents.error(problem.reason(), problem.getMessage()));
            } catch (final RuntimeException broken) {
                LOG.error("http: internal error", broken);
                send(exchange, 500, Documents.error("internal", broken.toString()));
            }
        }
    }

    private void answer(final HttpExchange exchange) throws IOException, HttpProblem {
        final String path = exchange.getRequestURI().getPath();
        switch (path) {
            case "/healthz":
                send(exchange, 200, Documents.empty().put("ok", true));
                return;
            case "/readyz":
                final boolean ready = operations.isReady() || operations.leader() != null;
                send(exchange, ready ? 200 : 503, Documents.empty().put("ok", ready));
                return;
            case "/openapi.yaml":
                sendOpenApi(exchange);
                return;
            default:
                break;
        }
        authorize(exchange);
        if (!path.startsWith("/v1/")) {
            throw new HttpProblem(404, "no-path", "no such path: see /openapi.yaml");
        }
        if (!operations.isReady()) {
            redirect(exchange);
            return;
        }
        final Route.Asked asked = read(exchange, path);
        int status = 500;
        final Route.Answer answer;
        try {
            answer = route.on(asked);
            status = answer.status();
        } catch (final HttpProblem problem) {
            status = problem.status();
            throw problem;
        } finally {
            if (asked.changes()) {
                operations.audit(
                        exchange.getRemoteAddress().toString(),
                        asked.method() + " " + path,
                        status);
            }
        }
        // The line of the audit is there when the answer is.
        send(exchange, status, answer.document());
    }

    private void authorize(final HttpExchange exchange) throws HttpProblem {
        if (token == null) {
            final String host = exchange.getRequestHeaders().getFirst("Origin");
            if (host != null) {
                throw new HttpProblem(
                        403, "origin", "requests of web pages are refused: use a token");
            }
            return;
        }
        final String given = exchange.getRequestHeaders().getFirst("Authorization");
        if (given == null || !given.startsWith("Bearer ")) {
            throw new HttpProblem(
                    401, "token", "give the token: Authorization: Bearer TOKEN (--token FILE)");
        }
        if (!token.matches(given.substring("Bearer ".length()).strip())) {
            throw new HttpProblem(
                    403, "token", "the token is wrong: see security.httpToken of the controller");
        }
    }

    private void redirect(final HttpExchange exchange) throws IOException, HttpProblem {
        final InetSocketAddress leader = operations.leader();
        if (leader == null || leader.equals(server.getAddress())) {
            exchange.getResponseHeaders().set("Retry-After", "1");
            throw new HttpProblem(
                    503, Operations.NO_LEADER, "no node leads yet: try again in a second");
        }
        final String host = leader.getAddress().getHostAddress();
        exchange.getResponseHeaders()
                .set(
                        "Location",
                        "http://"
                                + (host.indexOf(':') >= 0 ? "[" + host + "]" : host)
                                + ":"
                                + leader.getPort()
                                + exchange.getRequestURI());
        send(exchange, 307, Documents.error("redirect", "another node leads"));
    }

    private static Route.Asked read(final HttpExchange exchange, final String path)
            throws IOException, HttpProblem {
        final String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
        if (key != null && !key.matches("[\\x21-\\x7e]{1," + KEY + "}")) {
            throw new HttpProblem(
                    400, "bad-request", "Idempotency-Key has 1 to " + KEY + " visible characters");
        }
        final byte[] body;
        try (InputStream in = exchange.getRequestBody()) {
            body = in.readNBytes(BODY + 1);
        }
        if (body.length > BODY) {
            throw new HttpProblem(413, "size", "a body has at most " + BODY + " bytes");
        }
        final List<String> parts =
                Arrays.stream(path.substring("/v1/".length()).split("/"))
                        .filter(each -> !each.isEmpty())
                        .toList();
        return new Route.Asked(
                exchange.getRequestMethod(),
                parts,
                query(exchange.getRequestURI().getRawQuery()),
                key == null ? "" : key,
                body);
    }

    private static Map<String, String> query(final String raw) {
        final Map<String, String> query = new HashMap<>();
        for (final String each : raw == null ? new String[0] : raw.split("&")) {
            final int equals = each.indexOf('=');
            if (equals > 0) {
                query.put(
                        each.substring(0, equals),
                        URLDecoder.decode(each.substring(equals + 1), StandardCharsets.UTF_8));
            }
        }
        return query;
    }

    private static void send(
            final HttpExchange exchange, final int status, final ObjectNode document)
            throws IOException {
        send(
                exchange,
                status,
                "application/json",
                (document + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static void sendOpenApi(final HttpExchange exchange) throws IOException {
        try (InputStream in = ControllerHttp.class.getResourceAsStream("/openapi.yaml")) {
            send(exchange, 200, "application/yaml", in.readAllBytes());
        }
    }

    private static void send(
            final HttpExchange exchange, final int status, final String type, final byte[] body)
            throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
