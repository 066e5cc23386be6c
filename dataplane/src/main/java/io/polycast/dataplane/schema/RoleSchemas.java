package io.polycast.dataplane.schema;

import io.polycast.dataplane.config.RoleSchema;
import io.polycast.dataplane.schema.cepheus.CepheusSchema;
import io.polycast.dataplane.schema.shufflecast.ShufflecastSchema;
import io.polycast.dataplane.schema.surrogate.SurrogateSchema;
import java.util.List;

/** The roles of this version: one line each, the default first. */
public final class RoleSchemas {
    /** All roles. */
    public static final List<RoleSchema> ALL =
            List.of(new CepheusSchema(), new SurrogateSchema(), new ShufflecastSchema());

    private RoleSchemas() {}
}
