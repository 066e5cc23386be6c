package io.polycast.sim.scenario;

import io.polycast.core.cepheus.CepheusSettings.ExchangeSettings;
import java.util.List;

/**
 * A run, complete: the same scenario gives the same events.
 *
 * @param seed of all chance in the run
 * @param shape of the network
 * @param groups at least one
 * @param transport of all queue pairs
 * @param noise while faults last
 * @param faults with a place, each over before {@code faultsEndNs} but for crashes
 * @param faultsEndNs from then on nothing goes wrong any more
 * @param picosPerByte of every link
 * @param delayNs of every link
 * @param switchNakRepeatNs after which a switch repeats a NAK
 * @param verifyAllIcrc whether switches verify data too
 * @param kernel which switches have the kernel datapath
 * @param hosts kind of the hosts' RNICs
 * @param idleAnewNs without data after which a switch begins a group anew
 * @param silentMarginNs by which switches wait longer for silent members than faults last
 * @param queues of the switches
 */
public record Scenario(
        long seed,
        Shape shape,
        List<GroupPlan> groups,
        Transport transport,
        Noise noise,
        List<Fault> faults,
        long faultsEndNs,
        int picosPerByte,
        long delayNs,
        long switchNakRepeatNs,
        boolean verifyAllIcrc,
        KernelPlan kernel,
        HostKinds hosts,
        long idleAnewNs,
        long silentMarginNs,
        QueuePlan queues) {
    /** Takes copies. */
    public Scenario {
        groups = List.copyOf(groups);
        faults = List.copyOf(faults);
    }

    /** A scenario whose switches have the engine only. */
    public Scenario(
            final long seed,
            final Shape shape,
            final List<GroupPlan> groups,
            final Transport transport,
            final Noise noise,
            final List<Fault> faults,
            final long faultsEndNs,
            final int picosPerByte,
            final long delayNs,
            final long switchNakRepeatNs,
            final boolean verifyAllIcrc) {
        this(
                seed,
                shape,
                groups,
                transport,
                noise,
                faults,
                faultsEndNs,
                picosPerByte,
                delayNs,
                switchNakRepeatNs,
                verifyAllIcrc,
                KernelPlan.NONE,
                HostKinds.PLAIN,
                ExchangeSettings.DEFAULT.idleAnewNs(),
                8 * transport.retryNs(),
                QueuePlan.OFF);
    }

    /**
     * @param to plan of the kernel datapath instead
     * @return the scenario with it
     */
    public Scenario withKernel(final KernelPlan to) {
        return new Scenario(
                seed,
                shape,
                groups,
                transport,
                noise,
                faults,
                faultsEndNs,
                picosPerByte,
                delayNs,
                switchNakRepeatNs,
                verifyAllIcrc,
                to,
                hosts,
                idleAnewNs,
                silentMarginNs,
                queues);
    }

    /**
     * @param to kinds of RNICs instead
     * @return the scenario with them
     */
    public Scenario withHosts(final HostKinds to) {
        return new Scenario(
                seed,
                shape,
                groups,
                transport,
                noise,
                faults,
                faultsEndNs,
                picosPerByte,
                delayNs,
                switchNakRepeatNs,
                verifyAllIcrc,
                kernel,
                to,
                idleAnewNs,
                silentMarginNs,
                queues);
    }

    /**
     * @param to idle time after which groups begin anew instead, in ns
     * @return the scenario with it
     */
    public Scenario withIdleAnew(final long to) {
        return new Scenario(
                seed,
                shape,
                groups,
                transport,
                noise,
                faults,
                faultsEndNs,
                picosPerByte,
                delayNs,
                switchNakRepeatNs,
                verifyAllIcrc,
                kernel,
                hosts,
                to,
                silentMarginNs,
                queues);
    }

    /**
     * @param to settings of the queue pairs instead
     * @return the scenario with it
     */
    public Scenario withTransport(final Transport to) {
        return new Scenario(
                seed,
                shape,
                groups,
                to,
                noise,
                faults,
                faultsEndNs,
                picosPerByte,
                delayNs,
                switchNakRepeatNs,
                verifyAllIcrc,
                kernel,
                hosts,
                idleAnewNs,
                silentMarginNs,
                queues);
    }

    /**
     * @param to end of the faults instead, in ns
     * @return the scenario with it
     */
    public Scenario withFaultsEnd(final long to) {
        return new Scenario(
                seed,
                shape,
                groups,
                transport,
                noise,
                faults,
                to,
                picosPerByte,
                delayNs,
                switchNakRepeatNs,
                verifyAllIcrc,
                kernel,
                hosts,
                idleAnewNs,
                silentMarginNs,
                queues);
    }

    /**
     * @param to margin of silence instead, in ns
     * @return the scenario with it
     */
    public Scenario withSilentMargin(final long to) {
        return new Scenario(
                seed,
                shape,
                groups,
                transport,
                noise,
                faults,
                faultsEndNs,
                picosPerByte,
                delayNs,
                switchNakRepeatNs,
                verifyAllIcrc,
                kernel,
                hosts,
                idleAnewNs,
                to,
                queues);
    }

    /**
     * @param to groups instead
     * @return the scenario with them
     */
    public Scenario withGroups(final List<GroupPlan> to) {
        return new Scenario(
                seed,
                shape,
                to,
                transport,
                noise,
                faults,
                faultsEndNs,
                picosPerByte,
                delayNs,
                switchNakRepeatNs,
                verifyAllIcrc,
                kernel,
                hosts,
                idleAnewNs,
                silentMarginNs,
                queues);
    }

    /**
     * @param to faults instead
     * @return the scenario with them
     */
    public Scenario withFaults(final List<Fault> to) {
        return new Scenario(
                seed,
                shape,
                groups,
                transport,
                noise,
                to,
                faultsEndNs,
                picosPerByte,
                delayNs,
                switchNakRepeatNs,
                verifyAllIcrc,
                kernel,
                hosts,
                idleAnewNs,
                silentMarginNs,
                queues);
    }

    /**
     * @param to noise instead
     * @return the scenario with it
     */
    public Scenario withNoise(final Noise to) {
        return new Scenario(
                seed,
                shape,
                groups,
                transport,
                to,
                faults,
                faultsEndNs,
                picosPerByte,
                delayNs,
                switchNakRepeatNs,
                verifyAllIcrc,
                kernel,
                hosts,
                idleAnewNs,
                silentMarginNs,
                queues);
    }

    /**
     * @param to queues of the switches instead
     * @return the scenario with them
     */
    public Scenario withQueues(final QueuePlan to) {
        return new Scenario(
                seed,
                shape,
                groups,
                transport,
                noise,
                faults,
                faultsEndNs,
                picosPerByte,
                delayNs,
                switchNakRepeatNs,
                verifyAllIcrc,
                kernel,
                hosts,
                idleAnewNs,
                silentMarginNs,
                to);
    }
}
