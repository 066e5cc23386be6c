package io.polycast.cli.doctor;

import io.polycast.core.surrogate.spec.SurrogateSettings;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.PipelineConfig;
import io.polycast.dataplane.config.PipelineConfig.Wait;
import io.polycast.dataplane.config.PortConfig;
import io.polycast.dataplane.config.ThreadPlan;
import io.polycast.xdp.afxdp.DeviceFacts;
import io.polycast.xdp.dpdk.DpdkFacts;
import io.polycast.xdp.dpdk.DpdkSpec;
import io.polycast.xdp.sys.HostFacts;
import io.polycast.xdp.sys.NetDevice;
import io.polycast.xdp.sys.PfcState;
import java.util.ArrayList;
import java.util.List;

/** All checks, in the order in which their remedies should be taken. */
public final class Doctor {
    /** Frame memory of a configuration that leaves all at default. */
    private static final long DEFAULT_MEMORY = 16_384L * 4096;

    private Doctor() {}

    /**
     * Looks at the machine, and at the devices that a configuration names.
     *
     * @param configuration to compare with, or null
     * @return findings
     */
    public static List<Finding> examine(final Configuration configuration) {
        final List<Finding> findings = new ArrayList<>(JavaChecks.run());
        final boolean nativeCallsWork =
                findings.stream().noneMatch(each -> each.status() == Finding.Status.FAIL);
        if (!nativeCallsWork) {
            findings.add(
                    Finding.warn(
                            "kernel and devices", "not looked at", "first cure what failed above"));
            return findings;
        }
        findings.addAll(kernel(HostFacts.read(), configuration));
        if (configuration != null) {
            if (lacksKernelPorts(configuration)) {
                findings.add(
                        Finding.fail(
                                "datapath",
                                "kernel, but no port is of driver af_xdp: the switch will not"
                                        + " start",
                                "take driver af_xdp, or datapath: auto"));
            }
            for (final PortConfig port : configuration.ports()) {
                if (port.device() != null) {
                    findings.addAll(
                            DeviceChecks.run(
                                    port,
                                    DeviceFacts.read(port.device()),
                                    configuration.pipeline().buffers().chunkSize()));
                }
                findings.addAll(pauses(port, configuration));
                findings.addAll(demandedMtu(port, configuration.pipeline().buffers().chunkSize()));
                if (port.spec() instanceof DpdkSpec dpdk) {
                    findings.addAll(
                            DpdkChecks.run(port.name(), dpdk, DpdkFacts.read(dpdk.devargs())));
                }
                final int shards = configuration.pipeline().separateShards();
                if (port.isAfXdp() && shards > 1) {
                    findings.add(
                            DeviceChecks.shards(port, DeviceFacts.read(port.device()), shards));
                }
                if (port.isAfXdp() && wantsKernel(configuration.pipeline())) {
                    final DeviceFacts device = DeviceFacts.read(port.device());
                    if (device.exists()) {
                        findings.add(DeviceChecks.kernelDatapath(port, device));
                    }
                }
            }
        }
        return findings;
    }

    private static List<Finding> pauses(final PortConfig port, final Configuration configuration) {
        final DeviceFacts device = port.device() == null ? null : DeviceFacts.read(port.device());
        return device == null || !device.exists()
                ? List.of()
                : List.of(
                        PauseChecks.run(
                                port.name(),
                                device,
                                new NetDevice(device.name()).pause(),
                                configuration.role().name().equals(PauseChecks.ROLE)),
                        PauseChecks.pfc(
                                port.name(),
                                device,
                                PfcState.query(device.name()),
                                configuration.roleSettings() instanceof SurrogateSettings settings
                                        ? settings.lossless()
                                        : 0));
    }

    private static List<Finding> demandedMtu(final PortConfig port, final int chunkSize) {
        final DeviceFacts device = port.device() == null ? null : DeviceFacts.read(port.device());
        // A device that is not there has a finding of its own.
        return port.mtu() == 0 || device != null && !device.exists()
                ? List.of()
                : List.of(DeviceChecks.demandedMtu(port, device, chunkSize));
    }

    private static boolean lacksKernelPorts(final Configuration configuration) {
        return configuration.pipeline().datapath() == PipelineConfig.Datapath.KERNEL
                && configuration.ports().stream().noneMatch(PortConfig::isAfXdp);
    }

    private static boolean wantsKernel(final Configuration configuration) {
        return wantsKernel(configuration.pipeline())
                && configuration.ports().stream().anyMatch(PortConfig::isAfXdp);
    }

    private static boolean wantsKernel(final PipelineConfig pipeline) {
        return pipeline.datapath() != PipelineConfig.Datapath.USER
                && pipeline.verifyIcrc() != PipelineConfig.VerifyIcrc.ALL;
    }

    /** If no port uses a network device, missing kernel features are warnings, not failures. */
    static List<Finding> kernel(final HostFacts host, final Configuration configuration) {
        final PipelineConfig pipeline = configuration == null ? null : configuration.pipeline();
        final List<Finding> findings =
                KernelChecks.run(
                        host,
                        pipeline == null
                                ? DEFAULT_MEMORY
                                : (long) pipeline.buffers().chunks()
                                        * pipeline.buffers().chunkSize(),
                        pipeline == null ? 0 : busyThreads(pipeline, host.cores()),
                        configuration != null && hasSocketPorts(configuration));
        if (configuration == null || wantsKernel(configuration)) {
            findings.add(
                    KernelChecks.kernelDatapath(
                            host,
                            pipeline != null
                                    && pipeline.datapath() == PipelineConfig.Datapath.KERNEL));
        }
        final boolean devices =
                configuration == null
                        || configuration.ports().stream().anyMatch(each -> each.device() != null);
        return devices ? findings : findings.stream().map(Finding::atMostWarning).toList();
    }

    private static boolean hasSocketPorts(final Configuration configuration) {
        return configuration.ports().stream().anyMatch(each -> each.spec().hasSocketBuffer());
    }

    /** Threads that keep a core to themselves: none when they park without work. */
    private static int busyThreads(final PipelineConfig pipeline, final int cores) {
        if (pipeline.waiting() == Wait.BLOCKING || pipeline.waiting() == Wait.SLEEPING) {
            return 1;
        }
        return ThreadPlan.of(pipeline, cores).places().size();
    }
}
