package io.polycast.node.http;

/** A request that is answered with an error. */
final class HttpProblem extends Exception {
    private static final long serialVersionUID = 1;

    private final int status;
    private final String reason;

    HttpProblem(final int status, final String reason, final String text) {
        super(text);
        this.status = status;
        this.reason = reason;
    }

    int status() {
        return status;
    }

    String reason() {
        return reason;
    }
}
