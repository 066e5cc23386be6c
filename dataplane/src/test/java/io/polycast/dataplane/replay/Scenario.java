package io.polycast.dataplane.replay;

import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Aeth;
import io.polycast.parser.wire.Opcode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/**
 * A scenario in words: frames that come in, each followed by the frames that must leave because of it.
 *
 * <pre>
 * # what it shows
 * members 4                      member i is 10.0.0.(i+1) on port pi with QPN 256+i; 0 sends first
 * switches 0 2                   these ports lead to switches instead; none otherwise
 * initialPsn 0                   or: unknown
 * policy {silent: evict, ...}    YAML, optional
 * 10us p0 data 5                 a frame comes in on p0, 10 us after the start
 *      =&gt; p1 data 5              this leaves, at the same instant
 *      =&gt; @2s p1 ack 5           this leaves at 2 s, by a timer
 * </pre>
 *
 * Kinds: {@code data PSN}, {@code ack PSN}, {@code nak PSN}, {@code rnr PSN CODE}, {@code fatal PSN
 * SYNDROME}, {@code alive PSN}, {@code cnp}, {@code garbage SEED}, {@code read PSN}, {@code atomic PSN}. Options behind a
 * kind: {@code from IP}, {@code qpn N}, {@code noack}, {@code mig}, {@code corrupt}, {@code cut LENGTH}.
 */
final class Scenario {
    static final long T0 = 1_700_000_000_000_000_000L;

    record Stamped(long ns, String port, byte[] frame) {}

    final List<Stamped> in = new ArrayList<>();
    final List<String> expected = new ArrayList<>();
    final List<String> about = new ArrayList<>();
    private final List<Integer> switches = new ArrayList<>();
    int members = 4;
    String initialPsn = "0";
    String policy = "{}";

    static Scenario parse(final List<String> lines) {
        final Scenario scenario = new Scenario();
        long nowNs = 0;
        for (final String raw : lines) {
            final String line = raw.strip();
            if (line.startsWith("#")) {
                scenario.about.add(line.substring(1).strip());
            } else if (line.startsWith("members ")) {
                scenario.members = Integer.parseInt(line.substring(8));
            } else if (line.startsWith("switches ")) {
                for (final String port : line.substring(9).split(" +")) {
                    scenario.switches.add(Integer.parseInt(port));
                }
            } else if (line.startsWith("initialPsn ")) {
                scenario.initialPsn = line.substring(11);
            } else if (line.startsWith("policy ")) {
                scenario.policy = line.substring(7);
            } else if (line.startsWith("=>")) {
                scenario.expect(nowNs, line.substring(2).strip());
            } else if (!line.isEmpty()) {
                final String[] words = line.split(" +");
                nowNs = nanos(words[0]);
                scenario.in.add(new Stamped(T0 + nowNs, words[1], frame(words)));
            }
        }
        return scenario;
    }

    String configuration() {
        final StringBuilder yaml = new StringBuilder();
        yaml.append("switch: {mac: \"02:00:00:00:00:fe\"}\nports:\n");
        for (int i = 0; i < members; i++) {
            yaml.append("  - {name: p").append(i).append(", driver: memory}\n");
        }
        yaml.append("groups:\n  - id: 10.255.0.1\n    policy: ").append(policy).append('\n');
        if (!initialPsn.equals("unknown")) {
            yaml.append("    initialPsn: ").append(initialPsn).append('\n');
        }
        yaml.append("    paths:\n");
        for (int i = 0; i < members; i++) {
            if (switches.contains(i)) {
                yaml.append(
                        "      - {port: p%d, switch: {mac: \"02:00:00:00:00:0%d\"}}\n"
                                .formatted(i, i + 1));
                continue;
            }
            yaml.append(
                    "      - {port: p%d, host: {ip: 10.0.0.%d, mac: \"02:00:00:00:00:0%d\", qpn: %d}}\n"
                            .formatted(i, i + 1, i + 1, 256 + i));
        }
        return yaml.toString();
    }

    private void expect(final long nowNs, final String text) {
        if (text.startsWith("@")) {
            final int space = text.indexOf(' ');
            expected.add(nanos(text.substring(1, space)) + " " + text.substring(space + 1));
        } else {
            expected.add(nowNs + " " + text);
        }
    }

    static long nanos(final String text) {
        final TreeMap<String, Long> units = new TreeMap<>();
        units.put("us", 1_000L);
        units.put("ms", 1_000_000L);
        units.put("s", 1_000_000_000L);
        final String unit = text.replaceAll("[0-9]", "");
        return Long.parseLong(text.substring(0, text.length() - unit.length())) * units.get(unit);
    }

    private static byte[] frame(final String[] words) {
        final List<String> rest = new ArrayList<>(Arrays.asList(words).subList(2, words.length));
        final String kind = rest.remove(0);
        if (kind.equals("garbage")) {
            final byte[] bytes = new byte[200];
            new Random(Long.parseLong(rest.get(0))).nextBytes(bytes);
            return bytes;
        }
        final int member = Integer.parseInt(words[1].substring(1));
        final RoceFrame frame =
                (kind.equals("cnp") ? RoceFrame.cnp("0.0.0.0", "0.0.0.0", 1) : RoceFrame.ipv4())
                        .srcMac(0x0200_0000_0001L + member)
                        .dstMac(0x0200_0000_00FEL)
                        .src(option(rest, "from", "10.0.0." + (member + 1)))
                        .dst("10.255.0.1")
                        .destQpn(Integer.parseInt(option(rest, "qpn", "1")));
        final int cut = Integer.parseInt(option(rest, "cut", "0"));
        final boolean corrupt = rest.remove("corrupt");
        final boolean noAck = rest.remove("noack");
        frame.migReq(rest.remove("mig"));
        if (!kind.equals("cnp")) {
            frame.psn(Integer.decode(rest.remove(0)));
        }
        switch (kind) {
            case "data" ->
                    frame.opcode(Opcode.SEND_ONLY).ackReq(!noAck).payload(new byte[] {1, 2, 3, 4});
            case "ack" -> frame.opcode(Opcode.ACKNOWLEDGE).aeth(Aeth.ACK_UNLIMITED, 1);
            case "nak" -> frame.opcode(Opcode.ACKNOWLEDGE).aeth(Aeth.NAK_PSN_SEQUENCE_ERROR, 1);
            case "rnr" ->
                    frame.opcode(Opcode.ACKNOWLEDGE)
                            .aeth(Aeth.RNR_NAK | Integer.decode(rest.remove(0)), 1);
            case "fatal" ->
                    frame.opcode(Opcode.ACKNOWLEDGE).aeth(Integer.decode(rest.remove(0)), 1);
            case "alive" -> frame.opcode(Opcode.ACKNOWLEDGE).aeth(Aeth.ALIVE, 0);
            case "cnp" -> {
                // Complete as it is.
            }
            case "read" -> frame.opcode(Opcode.READ_REQUEST).reth(0, 0, 64).payload(new byte[0]);
            case "atomic" ->
                    frame.opcode(Opcode.FETCH_ADD).extension(new byte[28]).payload(new byte[0]);
            default -> throw new IllegalArgumentException("kind " + kind);
        }
        if (!rest.isEmpty()) {
            throw new IllegalArgumentException("not understood: " + rest);
        }
        byte[] bytes = frame.build();
        if (corrupt) {
            bytes[bytes.length - 5] ^= 0x10;
        }
        if (cut > 0) {
            bytes = Arrays.copyOf(bytes, cut);
        }
        return bytes;
    }

    private static String option(
            final List<String> rest, final String name, final String otherwise) {
        final int at = rest.indexOf(name);
        if (at < 0) {
            return otherwise;
        }
        rest.remove(at);
        return rest.remove(at);
    }
}
