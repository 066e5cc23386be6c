package io.polycast.core.cepheus;

import io.polycast.core.cepheus.registration.Registrar;
import io.polycast.mft.registration.kept.RegisteredGroup;
import io.polycast.mft.spec.GroupChange;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.GroupEntry;

/** Entries as the process hands them over: those of the file and of commands, and registered ones that are kept. */
final class GroupEntries {
    private final GroupChanges changes;
    private final Registrar registrar;

    GroupEntries(final GroupChanges changes, final Registrar registrar) {
        this.changes = changes;
        this.registrar = registrar;
    }

    GroupChange set(final long nowNs, final GroupEntry entry, final EgressSink egress)
            throws GroupRefusedException {
        if (entry instanceof RegisteredGroup registered) {
            return registrar.commit(nowNs, registered, egress);
        }
        final GroupSpec spec = (GroupSpec) entry;
        registrar.requireOthers(spec);
        final GroupChange change = changes.set(nowNs, spec, egress);
        registrar.onOthers();
        return change;
    }

    String start(final long nowNs, final GroupEntry entry) throws GroupRefusedException {
        return entry instanceof RegisteredGroup registered
                ? registrar.start(nowNs, registered)
                : changes.start(nowNs, (GroupSpec) entry);
    }

    boolean unset(final long nowNs, final int mcstId) {
        registrar.forget(mcstId);
        return changes.unset(nowNs, mcstId);
    }
}
