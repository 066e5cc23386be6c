package io.polycast.dataplane.schema.cepheus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.core.cepheus.CepheusSettings;
import io.polycast.core.limits.LimitSettings;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.dataplane.yaml.ConfigurationException;
import org.junit.jupiter.api.Test;

class CepheusMakerTest {
    @Test
    void shouldHaveTheSameDefaultsAsTheCore() throws ConfigurationException {
        final Configuration configuration =
                ConfigurationReader.parse(
                        "test",
                        "{switch: {mac: '02:00:00:00:00:fe'}, ports: [{name: p, driver: memory}]}");
        final CepheusSettings settings = CepheusMaker.settings(configuration);
        assertEquals(LimitSettings.DEFAULT, settings.limits());
        assertEquals(CepheusSettings.CnpSettings.DEFAULT, settings.cnp());
        assertEquals(CepheusSettings.ExchangeSettings.DEFAULT, settings.exchange());
        assertEquals(CepheusSettings.of(0, 1).nakRepeatNs(), settings.nakRepeatNs());
        assertEquals(CepheusSettings.of(0, 1).sourceWindow(), settings.sourceWindow());
    }
}
