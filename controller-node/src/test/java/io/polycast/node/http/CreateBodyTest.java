package io.polycast.node.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.controller.log.GroupOptions;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Bodies of {@code POST /v1/groups}. */
class CreateBodyTest {
    @Test
    void shouldChooseWhatGroupsOfApplicationsHave() throws HttpProblem {
        final byte[] body = "{\"name\": \"g\"}".getBytes(StandardCharsets.UTF_8);
        assertEquals(GroupOptions.DEFAULT, CreateBody.parse(body).options());
    }
}
