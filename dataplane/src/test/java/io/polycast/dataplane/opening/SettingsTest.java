package io.polycast.dataplane.opening;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.core.SwitchSettings;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.dataplane.yaml.ConfigurationException;
import org.junit.jupiter.api.Test;

class SettingsTest {
    @Test
    void shouldHaveTheSameDefaultsAsTheCore() throws ConfigurationException {
        final Configuration configuration =
                ConfigurationReader.parse(
                        "test",
                        "{switch: {mac: '02:00:00:00:00:fe'}, ports: [{name: p, driver: memory}]}");
        final SwitchSettings settings = Settings.of(configuration);
        assertEquals(SwitchSettings.LimitSettings.DEFAULT, settings.limits());
        assertEquals(SwitchSettings.CnpSettings.DEFAULT, settings.cnp());
        assertEquals(SwitchSettings.ExchangeSettings.DEFAULT, settings.exchange());
        assertEquals(SwitchSettings.of(0, 1).nakRepeatNs(), settings.nakRepeatNs());
        assertEquals(SwitchSettings.of(0, 1).sourceWindow(), settings.sourceWindow());
    }
}
