package io.polycast.dataplane.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.role.HoldEntry;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.yaml.ConfigurationException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A role beside this version's: its section, its entries, and the keys of other roles. */
class RoleSchemaTest {
    private static final String HOLD =
            """
            switch: {role: hold, mac: "02:00:00:00:00:fe"}
            hold: {copies: 2}
            ports: [{name: p0, driver: memory}, {name: p1, driver: memory}]
            groups: [{id: 10.255.0.1, port: p1}]
            """;

    private static String refusal(final String text) {
        return assertThrows(
                        ConfigurationException.class,
                        () -> ConfigurationReader.parse("f", text, HoldSchema.ROLES))
                .getMessage();
    }

    @Test
    void shouldReadSectionsAndEntriesOfTheRole() throws ConfigurationException {
        final Configuration configuration = ConfigurationReader.parse("f", HOLD, HoldSchema.ROLES);
        assertEquals("hold", configuration.role().name());
        assertEquals(new HoldSchema.Settings(2), configuration.roleSettings());
        assertEquals(List.of(new HoldEntry(0x0AFF_0001, 1, 1_000_000)), configuration.groups());
        assertEquals(
                new HoldEntry(0x0AFF_0002, 0, 2_000),
                ConfigurationReader.parseGroup(
                        "g", "{id: 10.255.0.2, port: p0, time: 2us}", configuration));
    }

    @Test
    void shouldRefuseASectionOfAnotherRole() {
        assertEquals(
                "f:5:1: key 'protocol' in the file is only for role cepheus; remove it, or take"
                        + " role cepheus",
                refusal(HOLD + "protocol: {nakRepeat: 1ms}\n"));
        assertEquals(
                "f:2:1: key 'hold' in the file is only for role hold; remove it, or take role hold",
                refusal(
                        HOLD.replace("role: hold, ", "")
                                .replace("{id: 10.255.0.1, port: p1}", "")));
    }

    @Test
    void shouldRefuseAKeyOfAnotherRolesEntry() throws ConfigurationException {
        final String text = HOLD.replace("port: p1}", "port: p1, policy: {silent: evict}}");
        assertEquals(
                "f:4:37: key 'policy' in group is only for role cepheus; remove it, or take role"
                        + " cepheus",
                refusal(text));
        final Configuration configuration = ConfigurationReader.parse("f", HOLD, HoldSchema.ROLES);
        final String entry = "{id: 10.255.0.2, port: p0, uc: allow}";
        final ConfigurationException refused =
                assertThrows(
                        ConfigurationException.class,
                        () -> ConfigurationReader.parseGroup("g", entry, configuration));
        assertTrue(refused.getMessage().startsWith("g:1:28: "), refused.getMessage());
    }

    @Test
    void shouldRefuseAnUnknownRole() {
        final String message =
                assertThrows(
                                ConfigurationException.class,
                                () -> ConfigurationReader.parse("f", HOLD))
                        .getMessage();
        assertTrue(message.contains("'hold' is not allowed; write cepheus"), message);
    }

    @Test
    void shouldWarnOfHeldChunksForARoleThatHoldsNothing() throws ConfigurationException {
        final String text =
                """
                switch: {mac: "02:00:00:00:00:fe"}
                limits: {heldChunks: 5}
                ports: [{name: p0, driver: memory}]
                """;
        final Configuration configuration = ConfigurationReader.parse("f", text);
        assertEquals(0, configuration.limits().heldChunks());
        assertEquals(
                "[f:2:22: role cepheus holds no frames: heldChunks has no effect; remove it]",
                configuration.warnings().toString());
    }

    @Test
    void shouldRenderSectionsAndEntriesOfAllRoles() {
        final String all = OptionReference.render(HoldSchema.ROLES);
        assertTrue(all.contains("\n## `hold`: How to hold\n"), all);
        assertTrue(all.contains("| `hold.copies` | number | 1 | 1 to 3 |"), all);
        assertTrue(all.contains("\n## `groups` of role hold\n"), all);
        assertTrue(all.contains("| `groups[].time` | duration | 1ms |"), all);
    }
}
