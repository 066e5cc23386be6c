package io.polycast.dataplane.kernel;

import io.polycast.core.cepheus.view.GroupView;
import io.polycast.core.role.GroupDatapath;
import io.polycast.dataplane.appliance.Appliance;
import io.polycast.dataplane.control.ControlException;
import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.Tally;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Opcode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** A switch between namespaces, one host a port; a test plays the hosts and keeps what they receive. */
final class KernelRun implements AutoCloseable {
    static final int GROUP = Ipv4.parse("10.255.0.1");
    static final int HOSTS = 4;
    private static final long PATIENCE_NS = 30_000_000_000L;

    final VethLab lab;
    Appliance appliance;
    final List<List<String>> received = new ArrayList<>();
    private final Path directory;
    private long injected;
    private long sentBefore;

    KernelRun(final String datapath, final String pipeline, final Path directory) throws Exception {
        this.directory = directory;
        lab = new VethLab(HOSTS);
        for (int i = 0; i < HOSTS; i++) {
            received.add(new ArrayList<>());
        }
        boolean up = false;
        try {
            start(datapath, pipeline);
            up = true;
        } finally {
            if (!up) {
                lab.close();
            }
        }
    }

    private void start(final String datapath, final String pipeline) throws Exception {
        final String yaml = yaml(datapath, pipeline);
        appliance = lab.inSwitch(() -> Appliance.start(ConfigurationReader.parse("test", yaml)));
    }

    String yaml(final String datapath, final String pipeline) {
        final StringBuilder yaml = new StringBuilder();
        yaml.append("switch: {mac: \"02:00:00:00:00:fe\"}\n");
        yaml.append("pipeline: {datapath: ")
                .append(datapath)
                .append(pipeline)
                .append(pipeline.contains("nakRepeat") ? "" : "}\nprotocol: {nakRepeat: 10s")
                .append("}\n");
        yaml.append("control: {socket: ").append(directory.resolve("s"));
        yaml.append(", counters: ").append(directory.resolve("c"));
        yaml.append(", state: ").append(directory.resolve("f")).append("}\nports:\n");
        for (int i = 0; i < HOSTS; i++) {
            yaml.append("  - {name: p").append(i);
            yaml.append(", driver: af_xdp, device: p").append(i).append(", queues: 1}\n");
        }
        yaml.append("groups:\n  - id: 10.255.0.1\n    memoryBase: 0x1000\n    paths:\n");
        for (int i = 0; i < HOSTS; i++) {
            yaml.append("      - {port: p").append(i).append(", host: {ip: 10.0.0.").append(i + 1);
            yaml.append(", mac: \"02:00:00:00:00:0").append(i + 1);
            yaml.append("\", qpn: ").append(0x100 + i).append("}, memory: {va: 0x");
            yaml.append(i + 1).append("0000000, rkey: ").append(0xA000 + i);
            yaml.append(", length: 65536}}\n");
        }
        return yaml.toString();
    }

    /** Stops the switch in order and starts it anew on its files. */
    void restart(final String datapath) throws Exception {
        appliance.close();
        injected = 0;
        start(datapath, "");
    }

    static RoceFrame data(final int member, final int psn) {
        return RoceFrame.ipv4()
                .srcMac(0x0200_0000_0001L + member)
                .dstMac(0x0200_0000_00FEL)
                .src("10.0.0." + (member + 1))
                .dst("10.255.0.1")
                .destQpn(1)
                .psn(psn)
                .ackReq(true);
    }

    void send(final int host, final RoceFrame frame) {
        lab.send(host, frame.build());
        injected++;
        settle();
    }

    void feedback(final int host, final int psn, final int syndrome) {
        send(
                host,
                RoceFrame.ipv4()
                        .srcMac(0x0200_0000_0001L + host)
                        .dstMac(0x0200_0000_00FEL)
                        .src("10.0.0." + (host + 1))
                        .dst("10.255.0.1")
                        .opcode(Opcode.ACKNOWLEDGE)
                        .destQpn(1)
                        .psn(psn)
                        .aeth(syndrome, psn));
    }

    void ack(final int host, final int psn) {
        feedback(host, psn, Aeth.ACK_UNLIMITED);
    }

    void nak(final int host, final int psn) {
        feedback(host, psn, Aeth.NAK_PSN_SEQUENCE_ERROR);
    }

    long tally(final Tally tally) {
        return appliance.counters().total(tally);
    }

    private long ended() {
        long sum = tally(Tally.KERNEL_FRAMES);
        for (final Ending ending : Ending.values()) {
            sum += appliance.counters().total(ending);
        }
        return sum;
    }

    private long sent() {
        return tally(Tally.COPIES_OUT)
                + tally(Tally.KERNEL_COPIES)
                + tally(Tally.ACKS_OUT)
                + tally(Tally.NACKS_OUT)
                + tally(Tally.RNR_NAKS_OUT)
                + tally(Tally.CNPS_OUT);
    }

    /** Waits until what was sent has ended, and what left has arrived. */
    private void settle() {
        await(injected + " frames to end, not " + ended(), () -> ended() == injected);
        await(
                "hosts to receive",
                () -> {
                    long arrived = 0;
                    for (int i = 0; i < HOSTS; i++) {
                        received.get(i).addAll(lab.receive(i));
                        arrived += received.get(i).size();
                    }
                    return arrived == sent() - sentBefore;
                });
    }

    /** From here on hosts' frames are kept. */
    void keepFromHere() {
        received.forEach(List::clear);
        sentBefore = sent();
    }

    GroupView view() {
        try {
            return (GroupView) appliance.group(GROUP);
        } catch (final ControlException e) {
            throw new AssertionError(e);
        }
    }

    /** Feedback that says nothing new, until the group has moved. */
    void awaitKernel(final int host, final int psn) {
        final long startNs = System.nanoTime();
        while (view().datapath() != GroupDatapath.KERNEL) {
            if (System.nanoTime() - startNs > PATIENCE_NS) {
                throw new AssertionError("not in the kernel: " + view().datapathReason());
            }
            ack(host, psn);
        }
    }

    static void await(final String what, final BooleanSupplier condition) {
        final long startNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - startNs > PATIENCE_NS) {
                throw new AssertionError("waited 30 s for " + what);
            }
            Thread.onSpinWait();
        }
    }

    @Override
    public void close() throws IOException {
        appliance.close();
        lab.close();
    }
}
