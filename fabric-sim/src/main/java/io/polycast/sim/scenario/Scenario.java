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
 * @param trouble that the network meets
 * @param links of the network, all alike
 * @param switches of the network, all alike but for the kernel datapath
 * @param hosts kind of the hosts' RNICs
 */
public record Scenario(
        long seed,
        Shape shape,
        List<GroupPlan> groups,
        Transport transport,
        Trouble trouble,
        Links links,
        Switches switches,
        HostKinds hosts) {
    private static final int TIMERS_OF_SILENCE = 8;

    /** Takes copies. */
    public Scenario {
        groups = List.copyOf(groups);
    }

    /**
     * Noise and faults.
     *
     * @param noise while faults last
     * @param faults with a place, each over before {@code endNs} but for crashes
     * @param endNs from then on nothing goes wrong any more
     */
    public record Trouble(Noise noise, List<Fault> faults, long endNs) {
        /** Takes copies. */
        public Trouble {
            faults = List.copyOf(faults);
        }
    }

    /**
     * Every link.
     *
     * @param picosPerByte of its speed
     * @param delayNs of a frame
     */
    public record Links(int picosPerByte, long delayNs) {}

    /**
     * Every switch.
     *
     * @param nakRepeatNs after which it repeats a NAK
     * @param verifyAllIcrc whether it verifies data too
     * @param kernel which switches have the kernel datapath
     * @param idleAnewNs without data after which it begins a group anew
     * @param silentMarginNs by which it waits longer for silent members than faults last
     * @param queues of its ports
     */
    public record Switches(
            long nakRepeatNs,
            boolean verifyAllIcrc,
            KernelPlan kernel,
            long idleAnewNs,
            long silentMarginNs,
            QueuePlan queues) {
        /**
         * Switches that have the engine only, with the usual times and without queues.
         *
         * @param nakRepeatNs after which a switch repeats a NAK
         * @param verifyAllIcrc whether switches verify data too
         * @param retryNs retry timer of the hosts
         * @return the switches
         */
        public static Switches plain(
                final long nakRepeatNs, final boolean verifyAllIcrc, final long retryNs) {
            return new Switches(
                    nakRepeatNs,
                    verifyAllIcrc,
                    KernelPlan.NONE,
                    ExchangeSettings.DEFAULT.idleAnewNs(),
                    TIMERS_OF_SILENCE * retryNs,
                    QueuePlan.OFF);
        }

        /**
         * @param to plan of the kernel datapath instead
         * @return the switches with it
         */
        public Switches withKernel(final KernelPlan to) {
            return new Switches(nakRepeatNs, verifyAllIcrc, to, idleAnewNs, silentMarginNs, queues);
        }

        /**
         * @param to queues instead
         * @return the switches with them
         */
        public Switches withQueues(final QueuePlan to) {
            return new Switches(nakRepeatNs, verifyAllIcrc, kernel, idleAnewNs, silentMarginNs, to);
        }
    }

    /**
     * @param to plan of the kernel datapath instead
     * @return the scenario with it
     */
    public Scenario withKernel(final KernelPlan to) {
        return with(transport, trouble, switches.withKernel(to));
    }

    /**
     * @param to queues of the switches instead
     * @return the scenario with them
     */
    public Scenario withQueues(final QueuePlan to) {
        return with(transport, trouble, switches.withQueues(to));
    }

    /**
     * @param to kinds of RNICs instead
     * @return the scenario with them
     */
    public Scenario withHosts(final HostKinds to) {
        return new Scenario(seed, shape, groups, transport, trouble, links, switches, to);
    }

    /**
     * @param to idle time after which groups begin anew instead, in ns
     * @return the scenario with it
     */
    public Scenario withIdleAnew(final long to) {
        return with(
                transport,
                trouble,
                new Switches(
                        switches.nakRepeatNs(),
                        switches.verifyAllIcrc(),
                        switches.kernel(),
                        to,
                        switches.silentMarginNs(),
                        switches.queues()));
    }

    /**
     * @param to margin of silence instead, in ns
     * @return the scenario with it
     */
    public Scenario withSilentMargin(final long to) {
        return with(
                transport,
                trouble,
                new Switches(
                        switches.nakRepeatNs(),
                        switches.verifyAllIcrc(),
                        switches.kernel(),
                        switches.idleAnewNs(),
                        to,
                        switches.queues()));
    }

    /**
     * @param to settings of the queue pairs instead
     * @return the scenario with it
     */
    public Scenario withTransport(final Transport to) {
        return with(to, trouble, switches);
    }

    /**
     * @param to end of the faults instead, in ns
     * @return the scenario with it
     */
    public Scenario withFaultsEnd(final long to) {
        return with(transport, new Trouble(trouble.noise(), trouble.faults(), to), switches);
    }

    /**
     * @param to groups instead
     * @return the scenario with them
     */
    public Scenario withGroups(final List<GroupPlan> to) {
        return new Scenario(seed, shape, to, transport, trouble, links, switches, hosts);
    }

    /**
     * @param to faults instead
     * @return the scenario with them
     */
    public Scenario withFaults(final List<Fault> to) {
        return with(transport, new Trouble(trouble.noise(), to, trouble.endNs()), switches);
    }

    /**
     * @param to noise instead
     * @return the scenario with it
     */
    public Scenario withNoise(final Noise to) {
        return with(transport, new Trouble(to, trouble.faults(), trouble.endNs()), switches);
    }

    private Scenario with(
            final Transport toTransport, final Trouble toTrouble, final Switches toSwitches) {
        return new Scenario(seed, shape, groups, toTransport, toTrouble, links, toSwitches, hosts);
    }
}
