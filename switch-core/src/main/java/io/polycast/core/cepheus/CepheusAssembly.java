package io.polycast.core.cepheus;

import io.polycast.ack.AckAggregator;
import io.polycast.cnp.CnpFilter;
import io.polycast.core.cepheus.registration.GroupRegistration;
import io.polycast.core.cepheus.registration.Registrar;
import io.polycast.core.cepheus.registration.RegistrationParts;
import io.polycast.core.limits.RateLimits;
import io.polycast.core.offload.EngineAlone;
import io.polycast.core.offload.GroupDatapaths;
import io.polycast.core.offload.Offload;
import io.polycast.core.offload.OffloadSettings;
import io.polycast.mft.source.SourceTracker;
import io.polycast.mft.table.Mft;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.kernel.KernelTable;

/** Makes the parts of a role that other modules own, each from its settings. */
final class CepheusAssembly {
    private final CepheusSettings settings;
    private final Mft mft;
    private final CounterBlock counters;

    CepheusAssembly(final CepheusSettings settings, final Mft mft, final CounterBlock counters) {
        this.settings = settings;
        this.mft = mft;
        this.counters = counters;
    }

    RateLimits rateLimits() {
        return new RateLimits(
                settings.limits(), settings.maxGroups(), settings.maxPaths(), settings.portCount());
    }

    /** The kernel is not used where all ICRCs are to be verified. */
    GroupDatapaths datapaths(
            final AckAggregator aggregator,
            final KernelTable kernel,
            final OffloadSettings moves,
            final KernelReports reports) {
        return kernel == null || settings.verifyAllIcrc()
                ? new EngineAlone()
                : new Offload(
                        mft,
                        aggregator,
                        kernel,
                        moves.withExchangeIdle(settings.exchange().kernelIdleNs()),
                        reports,
                        counters);
    }

    Registrar registrar(final RegistrationParts registration, final GroupChanges changes) {
        return registration == null
                ? Registrar.NONE
                : new GroupRegistration(
                        registration, settings.mcstPrefix(), settings.mcstPrefix6(), changes);
    }

    AckAggregator aggregator() {
        return new AckAggregator(
                mft, counters, settings.nakRepeatNs(), settings.exchange().answerWindow());
    }

    CnpFilter cnpFilter() {
        final CepheusSettings.CnpSettings cnp = settings.cnp();
        return new CnpFilter(mft, cnp.windowNs(), cnp.notificationGapNs(), cnp.hysteresis());
    }

    SourceTracker sources() {
        return new SourceTracker(
                mft,
                settings.sourceWindow(),
                settings.exchange().idleAnewNs(),
                settings.exchange().answerWindow());
    }
}
