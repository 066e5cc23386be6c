package io.polycast.node.http;

/** Names of groups in requests. */
final class Names {
    private Names() {}

    static void check(final String name) throws HttpProblem {
        if (!name.matches("[A-Za-z0-9._-]{1,64}")) {
            throw new HttpProblem(
                    400, "bad-request", "a group's name has 1 to 64 of A-Z a-z 0-9 . _ -");
        }
    }
}
