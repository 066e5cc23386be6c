package io.polycast.dataplane.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.dataplane.yaml.ConfigurationException;
import io.polycast.dataplane.yaml.Problems;
import io.polycast.dataplane.yaml.YamlText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Mistakes of a configuration and their messages: one row per mistake. */
class ConfigurationErrorsTest {
    /** Two lines that are right, so that mistakes start on line 3. */
    private static final String TOP =
            "switch: {mac: \"02:00:00:00:00:fe\"}\n"
                    + "ports: [{name: p0, driver: memory}, {name: p1, driver: memory}]\n";

    private static final String HOST = "host: {ip: 10.0.0.2, mac: \"02:00:00:00:00:02\", qpn: 9}";

    private static String prefix(final String text) {
        return "switch: {mac: \"02:00:00:00:00:fe\", mcstPrefix: "
                + text
                + "}\nports: [{name: p, driver: memory}]";
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                row(
                        TOP + "pipeline: {threding: auto}",
                        "3:12: unknown key 'threding' in pipeline; did you mean 'threading'?"),
                row(
                        TOP + "control: {socket: /" + "s".repeat(98) + "}",
                        "3:19: 'socket' has a path of 99 bytes > 98; name a shorter one"),
                row(
                        TOP + "control: {zzz: 1}",
                        "3:11: unknown key 'zzz' in control; its keys are socket, counters, state"),
                row(
                        TOP + "pipeline: {threading: staggered}",
                        "3:23: 'threading': 'staggered' is not allowed; write auto, staged or"
                                + " fused"),
                row(
                        TOP + "pipeline: {threading: stagd}",
                        "3:23: 'threading': 'stagd' is not allowed; write auto, staged or fused"
                                + " (did you mean staged?)"),
                row(
                        TOP + "pipeline: {datapath: kernel, verifyIcrc: all}",
                        "3:22: the kernel's programs verify no ICRC, but verifyIcrc is all; write"
                                + " verifyIcrc: feedback, or datapath: user"),
                row(
                        "switch: {mac: \"02:00:00:00:00:fe\", role: shuffelcast}\nports: [{name: p,"
                                + " driver: memory}]",
                        "1:42: 'role': 'shuffelcast' is not allowed; write cepheus, surrogate or"
                                + " shufflecast (did you mean shufflecast?)"),
                row(
                        "switch: {mac: 10:20:30:40:50:59}\nports: [{name: p, driver: memory}]",
                        "1:15: 'mac': YAML reads 10:20:30:40:50:59 as a number of base 60; quote"
                                + " it: \"10:20:30:40:50:59\""),
                row(
                        "switch: {mac: \"03:00:00:00:00:fe\"}\nports: [{name: p, driver: memory}]",
                        "1:15: 'mac': 03:00:00:00:00:fe is not a unicast MAC address; write a"
                                + " unicast MAC address in quotes, such as \"02:00:00:00:00:fe\""),
                row(
                        prefix("10.255.0.0"),
                        "1:48: 'mcstPrefix': '10.255.0.0' is not a prefix of 8 to 30 bits; write"
                                + " 8 to 30 bits, such as 10.255.0.0/16"),
                row(
                        prefix("10.255.0.0/31"),
                        "1:48: 'mcstPrefix': '10.255.0.0/31' is not a prefix of 8 to 30 bits;"
                                + " write 8 to 30 bits, such as 10.255.0.0/16"),
                row(
                        prefix("10.255.0.1/16"),
                        "1:48: 'mcstPrefix': '10.255.0.1/16' has bits behind the prefix; write"
                                + " 10.255.0.0/16"),
                row(
                        prefix("224.0.0.0/8"),
                        "1:48: 'mcstPrefix': '224.0.0.0/8' cannot hold McstIDs; take an unused"
                                + " unicast prefix, such as 10.255.0.0/16"),
                row(
                        group("10.255.0.1", "- {port: p0, " + HOST + "}")
                                .replace("fe\"}", "fe\", mcstPrefix: 10.0.0.0/8}"),
                        "5:30: a member has an address of switch.mcstPrefix 10.0.0.0/8; take a"
                                + " prefix without hosts: the switch answers ARP for all of it"),
                row(
                        "switch: {name: x}\nports: [{name: p, driver: memory}]",
                        "1:9: switch lacks key 'mac'; add it: a unicast MAC address in quotes, such"
                                + " as \"02:00:00:00:00:fe\""),
                row(
                        "switch: {mac: \"02:00:00:00:00:fe\"}",
                        "1:1: the file lacks key 'ports'; add it: a list of 1 to 64 entries"),
                row(
                        "switch: {mac: \"02:00:00:00:00:fe\"}\nports: []",
                        "2:8: 'ports' has 0 entries; give a list of 1 to 64 entries"),
                row(
                        "switch: {mac: \"02:00:00:00:00:fe\"}\nports: {name: p, driver: memory}",
                        "2:8: 'ports' must be a list, not a mapping; write its entries as [...,"
                                + " ...] or one a line after '- '"),
                row(
                        "- switch",
                        "1:1: not the configuration of a switch; name a YAML file with the keys"
                                + " switch, pipeline, limits, protocol, kernel, registration, dpdk,"
                                + " ports, wires, control, groups"),
                row(
                        "switch: {mac: \"02:00:00:00:00:fe\"}\nports: [{name: p, driver: dpdk}]",
                        "2:9: a port of driver dpdk lacks key 'devargs'; add it: a PCI address such"
                                + " as \"0000:03:00.0\", or a virtual device with its arguments"
                                + " such as \"net_af_packet0,iface=eth0\""),
                row(
                        "switch: {mac: \"02:00:00:00:00:fe\"}\n"
                                + "ports: [{name: p, driver: dpdk, devargs: net ring}]",
                        "2:42: 'devargs': 'net ring' is not a device of DPDK; write a PCI address"
                                + " such as \"0000:03:00.0\", or a virtual device with its"
                                + " arguments such as \"net_af_packet0,iface=eth0\""),
                row(
                        "switch: {mac: \"02:00:00:00:00:fe\"}\n"
                                + "ports: [{name: p, driver: memory, devargs: net_ring0}]",
                        "2:44: key 'devargs' means nothing to driver memory; remove it, or take"
                                + " another driver"),
                row(
                        "switch: {mac: \"02:00:00:00:00:fe\"}\n"
                                + "ports: [{name: p, driver: dpdk, devargs: \"net_pcap0,a=b\"},\n"
                                + "  {name: q, driver: dpdk, devargs: \"net_pcap0,a=c\"}]",
                        "3:36: two ports use net_pcap0; use each device or local address for one"
                                + " port"),
                row(
                        TOP + "dpdk: {eal: --no-huge}",
                        "3:13: 'eal' must be a list, not the text '--no-huge'; write its entries"
                                + " as [..., ...] or one a line after '- '"),
                row(
                        TOP + "pipeline: {shards: two}",
                        "3:20: 'shards': 'two' is not a whole number; write 1 to 16"),
                row(
                        TOP + "pipeline: {shards: \"2\"}",
                        "3:20: 'shards': the text '2' is not a number; write it without quotes: 1"
                                + " to 16"),
                row(
                        TOP + "pipeline: {shards: 17}",
                        "3:20: 'shards': 17 is out of range; write 1 to 16"),
                row(
                        TOP + "pipeline: {shards: 010}",
                        "3:20: 'shards': YAML reads 010 as an octal number; write it without the"
                                + " leading 0, or as 0x.."),
                row(
                        TOP + "pipeline: {shards: }",
                        "3:19: 'shards' must be a number, not nothing; write 1 to 16"),
                row(
                        TOP + "pipeline: {shards: [1]}",
                        "3:20: 'shards' must be a number, not a list; write 1 to 16"),
                row(
                        TOP + "pipeline: {shards: 2, threading: fused}",
                        "3:20: several fused shards need a group's frames on the queue of its"
                                + " shard; write steering: destination and give the devices the"
                                + " rules that polycast check prints, or threading: staged"),
                row(
                        "switch: {mac: \"02:00:00:00:00:fe\"}\n"
                                + "ports: [{name: p, driver: af_packet, device: eth0}]\n"
                                + "pipeline: {shards: 2, threading: fused, steering: destination}",
                        "2:27: driver af_packet has no queues for several fused shards; take driver"
                                + " af_xdp, or threading: staged"),
                row(
                        "switch: {mac: \"02:00:00:00:00:fe\"}\n"
                                + "ports: [{name: p, driver: af_xdp, device: eth0, queues: 2}]\n"
                                + "pipeline: {shards: 3, threading: fused, steering: destination}",
                        "2:57: queues=2 < 3 fused shards, which need one each; write queues: 3"
                                + " (ethtool -L), or fewer shards"),
                row(
                        TOP + "pipeline: {ringSize: 1000}",
                        "3:22: 'ringSize': 1000 is not a power of two; write a power of two from 64"
                                + " to 1048576"),
                row(
                        TOP + "protocol: {nakRepeat: 3}",
                        "3:23: 'nakRepeat': '3' is not a duration; write a number with a unit of"
                                + " ns, us, ms, s or h, such as 50ms"),
                row(
                        TOP + "protocol: {nakRepeat: 11s}",
                        "3:23: 'nakRepeat': 11s is out of range; write 0s to 10s"),
                row(
                        TOP + "pipeline: {shards: 1, kernelGroups: 8}",
                        "3:23: key 'kernelGroups' is not in pipeline any more; write it as"
                                + " kernel.groups"),
                row(
                        TOP + "pipeline: {shards: 1, shards: 1}",
                        "3:23: key 'shards' is given twice in pipeline; keep one of them"),
                row(
                        "switch: {mac: \"02:00:00:00:00:fe\"}\n"
                                + "ports: [{name: p, driver: memory}, {name: p, driver: memory}]",
                        "2:43: there are two ports 'p'; give each port a name of its own"),
                row(
                        "switch: {mac: \"02:00:00:00:00:fe\"}\nports: [{name: 1, driver: memory}]",
                        "2:16: 'name': YAML reads 1 as a number; quote it: \"1\""),
                row(
                        "switch: {mac: \"02:00:00:00:00:fe\"}\nports: [{name: p, driver: af_xdp}]",
                        "2:9: a port of driver af_xdp lacks key 'device'; add it: the name of a"
                                + " network link, at most 15 bytes"),
                row(
                        "switch: {mac: \"02:00:00:00:00:fe\"}\n"
                                + "ports: [{name: p, driver: memory, device: eth0}]",
                        "2:43: key 'device' means nothing to driver memory; remove it, or take"
                                + " another driver"),
                row(
                        "switch: {mac: \"02:00:00:00:00:fe\"}\n"
                                + "ports: [{name: p, driver: memory, zeroCopy: on}]",
                        "2:45: key 'zeroCopy' means nothing to driver memory; remove it, or take"
                                + " another driver"),
                row(
                        "switch: {mac: \"02:00:00:00:00:fe\"}\n"
                                + "ports: [{name: p, driver: af_xdp, device: e, gather: yes}]",
                        "2:54: 'gather': 'yes' is not allowed; write auto, on or off"),
                row(
                        "switch: {mac: \"02:00:00:00:00:fe\"}\n"
                                + "ports: [{name: p, driver: af_xdp, device: e}, {name: q, driver:"
                                + " af_packet, device: e}]",
                        "2:84: two ports use e; use each device or local address for one port"),
                row(TOP + "wires: [[p0, p2]]", "3:14: there is no port 'p2'; the ports are p0, p1"),
                row(
                        TOP + "wires: [[p0, p0]]",
                        "3:14: port 'p0' has two wires; a port takes part in one wire at most"),
                row(
                        TOP + "wires: [[p0]]",
                        "3:9: 'wires' has 1 entries; give a list of 2 to 2 entries"),
                row(
                        TOP + "control: {socket: x, state: ./x}",
                        "3:29: 'state' names a file that another key names; give each its own"
                                + " file"),
                row(
                        group("224.0.0.1", "- {port: p0, " + HOST + "}"),
                        "3:15: 'id': 224.0.0.1 cannot be a McstID: receivers drop RoCE packets from"
                            + " such a source; take an unused unicast address, such as 10.255.0.1"),
                row(
                        group("127.1.2.3", "- {port: p0, " + HOST + "}"),
                        "3:15: 'id': 127.1.2.3 cannot be a McstID: receivers drop RoCE packets from"
                            + " such a source; take an unused unicast address, such as 10.255.0.1"),
                row(
                        group("0.0.0.0", "- {port: p0, " + HOST + "}"),
                        "3:15: 'id': 0.0.0.0 cannot be a McstID: receivers drop RoCE packets from"
                            + " such a source; take an unused unicast address, such as 10.255.0.1"),
                row(
                        group("fd00::1", "- {port: p0, " + HOST + "}"),
                        "3:15: 'id': fd00::1 is an IPv6 address; write the McstID as a dotted quad;"
                                + " switch.mcstPrefix6 makes it an IPv6 address"),
                row(
                        group("10.255.0.1", "- {port: p0}"),
                        "5:8: a path has neither host nor switch; give exactly one of them"),
                row(
                        group(
                                "10.255.0.1",
                                "- {port: p0, " + HOST + ", switch: {mac: \"02:00:00:00:00:03\"}}"),
                        "5:8: a path has a host and a switch; give exactly one of them"),
                row(
                        group(
                                "10.255.0.1",
                                "- {port: p0, " + HOST + "}\n      - {port: p0, " + HOST + "}"),
                        "6:9: the group has two paths to 10.0.0.2 on port p0; remove one, or tell"
                                + " them apart by vlan or host ip"),
                row(
                        group(
                                "10.255.0.1",
                                "- {port: p0, vlan: 5, "
                                        + HOST
                                        + "}\n      - {port: p0, vlan: 5, "
                                        + HOST
                                        + "}"),
                        "6:9: the group has two paths to 10.0.0.2 on port p0 vlan 5; remove one, or"
                                + " tell them apart by vlan or host ip"),
                row(
                        group(
                                "10.255.0.1",
                                "- {port: p0, vlan: 5, "
                                        + HOST
                                        + "}\n      - {port: p0, "
                                        + HOST
                                        + "}"),
                        "6:9: the group has two paths to 10.0.0.2 on port p0, and the one without"
                                + " vlan takes frames of every VLAN; remove one, or give each a"
                                + " vlan of its own"),
                row(
                        group(
                                "10.255.0.1",
                                "- {port: p0, "
                                        + HOST
                                        + "}\n      - {port: p0, vlan: 5, "
                                        + HOST
                                        + "}"),
                        "6:9: the group has two paths to 10.0.0.2 on port p0, and the one without"
                                + " vlan takes frames of every VLAN; remove one, or give each a"
                                + " vlan of its own"),
                row(
                        group(
                                "10.255.0.1",
                                "- {port: p0, switch: {mac: \"02:00:00:00:00:03\"}}\n      - {port:"
                                        + " p0, vlan: 5, switch: {mac: \"02:00:00:00:00:03\"}}"),
                        "6:9: the group has two paths to switch 02:00:00:00:00:03 on port p0, and"
                                + " the one without vlan takes frames of every VLAN; remove one, or"
                                + " give each a vlan of its own"),
                row(
                        group(
                                "10.255.0.1",
                                "- {port: p0, host: {ip: \"fd00::2\", mac: \"02:00:00:00:00:02\","
                                        + " qpn: 9}}"),
                        "5:30: an IPv6 member needs switch.mcstPrefix6; add mcstPrefix6 to the"
                                + " switch section: 96 bits, such as \"fd00:6d63::/96\""),
                row(
                        group(
                                        "10.255.0.1",
                                        "- {port: p0, host: {ip: \"fd00::2\", mac:"
                                                + " \"02:00:00:00:00:02\", qpn: 9}}\n"
                                                + "      - {port: p1, "
                                                + HOST
                                                + "}")
                                .replace("fe\"}", "fe\", mcstPrefix6: \"fd01::\"}"),
                        "6:31: the group mixes IPv4 and IPv6 members; make two groups of it"),
                row(
                        group("10.255.0.1", "- {port: p0, " + HOST + "}")
                                .replace(
                                        "]}]\n",
                                        "]},\n  {id: 10.255.0.1, paths: [{port: p0, "
                                                + HOST
                                                + "}]}]\n"),
                        "6:8: line 3 has a group 10.255.0.1 too; give each group an id of its"
                                + " own"),
                row(
                        group("10.0.0.2", "- {port: p0, " + HOST + "}"),
                        "5:30: a member has the group's own address; take an unused address as id"),
                row(
                        group("10.255.0.1", "- {port: p0, " + HOST.replace("9", "1") + "}"),
                        "5:71: 'qpn': 1 is out of range; write 2 to 16777214"),
                row(
                        group(
                                "10.255.0.1",
                                "- {port: p0, " + HOST + ", memory: {va: -1, rkey: 0, length: 4}}"),
                        "5:88: 'va': -1 is out of range; write 0 to 0xffffffffffffffff"),
                row(
                        TOP
                                + "limits: {maxPaths: 1}\n"
                                + "groups:\n"
                                + "  - id: 10.255.0.1\n"
                                + "    paths:\n"
                                + "      - {port: p0, "
                                + HOST
                                + "}\n      - {port: p1, "
                                + HOST
                                + "}",
                        "5:3: 2 paths > limits.maxPaths=1; raise limits.maxPaths to at least"
                                + " 2"),
                row(
                        TOP + "pipeline: {chunks: 64}",
                        "3:20: chunks=64 leave ports without memory to receive into; write at least"
                                + " 2653, or leave it out: then it is 10368"),
                row(
                        TOP + "pipeline: {chunks: 1000000}",
                        "3:20: 1000000 chunks of 4096 bytes > 1 GiB of frame memory; lower chunks"
                            + " or chunkSize, or have fewer ports, queues or a smaller ringSize"),
                row(
                        TOP + "wires: [[p0, p1]",
                        "3:17: not YAML: expected ',' or ']', but got <stream end>; check quotes,"
                                + " brackets and indentation here and on the line before"),
                row(
                        TOP + "wires: *nowhere",
                        "3:8: not YAML: found undefined alias nowhere; check quotes, brackets and"
                                + " indentation here and on the line before"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void shouldNamePlaceMistakeAndRemedy(final String text, final String expected) {
        assertEquals("c.yaml:" + expected, message(text));
    }

    @Test
    void shouldReportAllProblemsOfFileInItsOrder() {
        final String text =
                "switch: {mac: 5, nam: x}\nports: [{name: a, driver: tape}]\nwires: [[a, b]]\n";
        assertEquals(
                """
                c.yaml:1:15: 'mac': '5' is not a MAC address; write a unicast MAC address in quotes, such as "02:00:00:00:00:fe"
                c.yaml:1:18: unknown key 'nam' in switch; did you mean 'name'?
                c.yaml:2:27: 'driver': 'tape' is not allowed; write memory, pcap, datagram, af_xdp, af_packet or dpdk
                c.yaml:3:13: there is no port 'b'; the ports are a\
                """,
                message(text));
    }

    @Test
    void shouldBoundWhatIsReported() {
        final String text = TOP + "pipeline:\n" + manyLines("  key%d: 1\n", 50);
        final String[] lines = message(text).split("\n");
        assertEquals(Problems.LIMIT + 1, lines.length);
        assertEquals(
                "c.yaml: 30 more problems are not shown; mend those above and check again",
                lines[Problems.LIMIT]);
    }

    @Test
    void shouldRefuseAliasesThatGrowWithoutBound() {
        final StringBuilder text = new StringBuilder("a0: &a0 [x, x]\n");
        for (int i = 1; i < 60; i++) {
            text.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
        }
        assertEquals(
                "c.yaml: not YAML: Number of aliases for non-scalar nodes exceeds the specified"
                        + " max=50; make the text smaller and flatter",
                message(text.toString()));
    }

    @Test
    void shouldRefuseBrokenEscapes() {
        for (final String cut : new String[] {"\\u", "\\u12", "\\x", "\\U0000", "\\UFFFFFFFF\""}) {
            final String text = message("switch: {name: \"p" + cut);
            assertTrue(
                    text.startsWith("c.yaml:") && text.contains("not YAML: "), cut + ": " + text);
        }
    }

    @Test
    void shouldRefuseTextNestedTooDeep() {
        assertTrue(
                message("[".repeat(1000)).startsWith("c.yaml: not YAML: Nesting Depth exceeded"));
    }

    @Test
    void shouldRefuseRecursiveList() {
        assertTrue(message(TOP + "groups: &g [*g]").contains("group must be a mapping of keys"));
    }

    @Test
    void shouldSayWhatIsWrongWithFileItself(@TempDir final Path dir) throws IOException {
        final Path missing = dir.resolve("missing.yaml");
        assertEquals(
                missing + ": does not exist; name an existing configuration file",
                fileMessage(missing));
        assertEquals(dir + ": is a directory; name the configuration file in it", fileMessage(dir));
        final Path empty = Files.writeString(dir.resolve("empty.yaml"), "# nothing\n");
        assertEquals(
                empty + ": is empty; see docs/configuration.md for its keys", fileMessage(empty));
        final Path latin = Files.write(dir.resolve("latin.yaml"), new byte[] {'a', (byte) 0xE4});
        assertEquals(latin + ": is not text in UTF-8; save it as UTF-8", fileMessage(latin));
        final Path huge = dir.resolve("huge.yaml");
        try (var file = new java.io.RandomAccessFile(huge.toFile(), "rw")) {
            file.setLength(YamlText.MOST_BYTES + 1L);
        }
        assertEquals(
                huge
                        + ": has 16777217 bytes, more than 16777216; install groups with 'group"
                        + " set' instead",
                fileMessage(huge));
    }

    @Property(tries = 2000)
    void shouldEndEveryTextInConfigurationOrProblems(
            @ForAll @StringLength(max = 200) final String text) {
        try {
            ConfigurationReader.parse("c.yaml", text);
        } catch (final ConfigurationException e) {
            assertTrue(e.getMessage().startsWith("c.yaml"));
        }
    }

    /** Cuts and overwrites a good file everywhere: closer to what people do than random text. */
    @Property(tries = 2000)
    void shouldEndEveryDamagedFileInConfigurationOrProblems(@ForAll final java.util.Random random) {
        final StringBuilder text =
                new StringBuilder(group("10.255.0.1", "- {port: p0, " + HOST + "}"));
        for (int i = 0; i < 3; i++) {
            final int at = random.nextInt(text.length());
            text.replace(
                    at,
                    Math.min(text.length(), at + random.nextInt(4)),
                    new String[] {"", "-", "{", "]", ": ", "*a", "&a ", "\n", "'", "!!int "}
                            [random.nextInt(10)]);
        }
        try {
            ConfigurationReader.parse("c.yaml", text.toString());
        } catch (final ConfigurationException e) {
            assertTrue(e.getMessage().startsWith("c.yaml"));
        }
    }

    private static String group(final String id, final String paths) {
        return TOP.trim()
                + "\ngroups: [{id: "
                + id
                + ",\n    paths:\n      ["
                + paths.replace("- {", "{").replace("\n      {", ",\n        {")
                + "]}]\n";
    }

    private static String manyLines(final String format, final int count) {
        final StringBuilder lines = new StringBuilder();
        for (int i = 0; i < count; i++) {
            lines.append(String.format(format, i));
        }
        return lines.toString();
    }

    private static Arguments row(final String text, final String expected) {
        return Arguments.of(text, expected);
    }

    private static String message(final String text) {
        return assertThrows(
                        ConfigurationException.class,
                        () -> ConfigurationReader.parse("c.yaml", text))
                .getMessage();
    }

    private static String fileMessage(final Path file) {
        return assertThrows(ConfigurationException.class, () -> ConfigurationReader.read(file))
                .getMessage();
    }
}
