package io.polycast.cli;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The house: which floor may see which, and what must not enter the deterministic ones. */
class HouseRulesTest {
    private static final String ROOT = "io.polycast.";

    /** Module by module, what it may import, besides itself and libraries. */
    private static final Map<String, List<String>> MAY_IMPORT = new LinkedHashMap<>();

    static {
        MAY_IMPORT.put("parser", List.of());
        MAY_IMPORT.put("mft", List.of("parser"));
        MAY_IMPORT.put("xdp", List.of("parser"));
        MAY_IMPORT.put("ack", List.of("parser", "mft"));
        MAY_IMPORT.put("cnp", List.of("parser", "mft"));
        MAY_IMPORT.put("cache", List.of("parser"));
        MAY_IMPORT.put("voq", List.of("parser", "cache"));
        MAY_IMPORT.put("endhost", List.of("parser"));
        MAY_IMPORT.put("core", List.of("parser", "mft", "ack", "cnp", "cache", "voq"));
        MAY_IMPORT.put(
                "dataplane",
                List.of("parser", "mft", "xdp", "ack", "cnp", "cache", "voq", "core", "topology"));
        MAY_IMPORT.put("topology", List.of());
        MAY_IMPORT.put("controller", List.of("parser", "topology"));
        MAY_IMPORT.put(
                "node",
                List.of("parser", "mft", "endhost", "controller", "dataplane", "topology", "xdp"));
        MAY_IMPORT.put(
                "sim",
                List.of(
                        "parser",
                        "mft",
                        "xdp",
                        "ack",
                        "cnp",
                        "cache",
                        "voq",
                        "endhost",
                        "core",
                        "topology"));
        MAY_IMPORT.put(
                "cli",
                List.of(
                        "parser",
                        "mft",
                        "xdp",
                        "ack",
                        "cnp",
                        "cache",
                        "voq",
                        "endhost",
                        "core",
                        "dataplane",
                        "topology",
                        "sim",
                        "controller",
                        "node"));
    }

    /** Pure state machines: frames and time come in as arguments. */
    private static final List<String> DETERMINISTIC =
            List.of(
                    "parser",
                    "mft",
                    "ack",
                    "cnp",
                    "cache",
                    "voq",
                    "endhost",
                    "core",
                    "topology",
                    "controller");

    private static JavaClasses classes;

    @BeforeAll
    static void importClasses() {
        classes =
                new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("io.polycast");
    }

    @Test
    void shouldKnowEveryModuleThatTheCommandReaches() {
        final Set<String> found =
                classes.stream()
                        .map(type -> type.getPackageName().split("\\.")[2])
                        .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(new TreeSet<>(MAY_IMPORT.keySet()), found);
    }

    @Test
    void shouldKeepTheArrowsBetweenModules() {
        MAY_IMPORT.forEach(
                (module, allowed) -> {
                    final Set<String> forbidden = new TreeSet<>(MAY_IMPORT.keySet());
                    forbidden.add("perf");
                    forbidden.remove(module);
                    allowed.forEach(forbidden::remove);
                    noClasses()
                            .that()
                            .resideInAPackage(ROOT + module + "..")
                            .should()
                            .dependOnClassesThat()
                            .resideInAnyPackage(packagesOf(forbidden))
                            .check(classes);
                });
    }

    @Test
    void shouldHaveNoCyclesBetweenPackages() {
        SlicesRuleDefinition.slices()
                .matching("io.polycast.(**)")
                .should()
                .beFreeOfCycles()
                .check(classes);
    }

    @Test
    void shouldNotReadClocksInDeterministicModules() {
        noClasses()
                .that(areDeterministic())
                .should()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .dependOnClassesThat()
                .resideInAnyPackage("java.time..")
                .check(classes);
    }

    @Test
    void shouldNotUseThreadsSocketsFilesOrLogsInDeterministicModules() {
        noClasses()
                .that(areDeterministic())
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage(
                                        "java.nio.file..",
                                        "java.nio.channels..",
                                        "java.util.logging..",
                                        "org.slf4j..",
                                        "com.lmax..")
                                .or(
                                        oneOf(
                                                "java.lang.Thread",
                                                "java.lang.ThreadLocal",
                                                "java.util.Timer",
                                                "java.util.concurrent.Executors",
                                                "java.util.concurrent.ExecutorService",
                                                "java.util.concurrent.CompletableFuture",
                                                "java.net.Socket",
                                                "java.net.ServerSocket",
                                                "java.net.DatagramSocket",
                                                "java.io.File",
                                                "java.io.FileInputStream",
                                                "java.io.FileOutputStream",
                                                "java.io.RandomAccessFile",
                                                "java.io.PrintStream")))
                .check(classes);
    }

    @Test
    void shouldNotDrawUnseededNumbersInDeterministicModules() {
        unseeded(areDeterministic()).check(classes);
    }

    @Test
    void shouldNotDrawUnseededNumbersInTheDemo() {
        unseeded(describe("the demo", type -> type.getPackageName().equals(ROOT + "cli.demo")))
                .check(classes);
    }

    @Test
    void shouldKeepRepresentationsOffThePacketsWay() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        ROOT + "parser.contract..",
                        ROOT + "parser.psn..",
                        ROOT + "parser.wire..",
                        ROOT + "parser.classify..",
                        ROOT + "parser.icrc..",
                        ROOT + "parser.igmp..",
                        ROOT + "parser.leg..",
                        ROOT + "parser.shuffle..",
                        ROOT + "mft..",
                        ROOT + "ack..",
                        ROOT + "cnp..",
                        ROOT + "cache..",
                        ROOT + "voq..",
                        ROOT + "endhost..",
                        ROOT + "core..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(ROOT + "parser.repr..")
                .check(classes);
    }

    @Test
    void shouldKeepNativeCallsInXdpBridge() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + "xdp..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("jnr..", "com.kenai.jffi..")
                .check(classes);
    }

    @Test
    void shouldNotLogOnThreadsOfPackets() {
        noClasses()
                .that(
                        describe(
                                "agents in the packet's way, and what they run",
                                type ->
                                        Set.of(
                                                                ROOT + "dataplane.pipeline",
                                                                ROOT + "dataplane.exit",
                                                                ROOT + "dataplane.kernel")
                                                        .contains(type.getPackageName())
                                                && (type.isAssignableTo(
                                                                "org.agrona.concurrent.Agent")
                                                        || Set.of(
                                                                        "Shard",
                                                                        "Cycle",
                                                                        "PortFrames",
                                                                        "RingFrames",
                                                                        "HandedFrames",
                                                                        "PortEgress",
                                                                        "QueuedExit",
                                                                        "Handover")
                                                                .contains(type.getSimpleName()))))
                .or()
                .haveSimpleName("EventRing")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.slf4j..", "ch.qos.logback..")
                .check(classes);
    }

    /** A role is its packages and one line in the list of roles: nothing else of core and dataplane names it. */
    @Test
    void shouldNameARolesPackagesInTheListOfRolesOnly() {
        final String[] rooms = roomsOfRoles();
        assertTrue(List.of(rooms).contains(ROOT + "core.cepheus.."), Arrays.toString(rooms));
        noClasses()
                .that()
                .resideInAnyPackage(ROOT + "core..", ROOT + "dataplane..")
                .and()
                .resideOutsideOfPackages(rooms)
                .and()
                .doNotHaveFullyQualifiedName(ROOT + "dataplane.schema.RoleSchemas")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(rooms)
                .check(classes);
    }

    /** The packages of all roles and of their schemas; the kernel's part of role cepheus has its own. */
    private static String[] roomsOfRoles() {
        final Set<String> rooms = new TreeSet<>(Set.of(ROOT + "core.offload.."));
        for (final JavaClass type : classes) {
            if (!type.isInterface()
                    && (type.isAssignableTo(ROOT + "core.role.Role")
                            || type.isAssignableTo(ROOT + "dataplane.config.RoleSchema"))) {
                rooms.add(type.getPackageName() + "..");
            }
        }
        return rooms.toArray(String[]::new);
    }

    /** Java 17 without modules seals an interface within one package only, so this rule stands in for it. */
    @Test
    void shouldKeepADriversSpecificationBesideItsPort() {
        final Map<String, List<JavaClass>> specs =
                classes.stream()
                        .filter(type -> type.isAssignableTo(ROOT + "xdp.port.PortSpec"))
                        .filter(type -> !type.isInterface())
                        .collect(Collectors.groupingBy(JavaClass::getPackageName));
        assertFalse(specs.isEmpty());
        specs.forEach(
                (room, types) -> {
                    assertEquals(1, types.size(), room);
                    assertTrue(types.get(0).isRecord(), types.toString());
                    assertTrue(
                            classes.stream()
                                    .filter(type -> type.getPackageName().equals(room))
                                    .anyMatch(type -> type.isAssignableTo(ROOT + "xdp.port.Port")),
                            room + " has a specification and no port");
                });
    }

    @Test
    void shouldSayWhatEachPackageIsFor() throws IOException {
        final Path root = Path.of(System.getProperty("polycast.root"));
        try (Stream<Path> files = Files.walk(root)) {
            final Set<Path> silent =
                    files.filter(file -> file.toString().endsWith(".java"))
                            .filter(
                                    file ->
                                            root.relativize(file)
                                                    .toString()
                                                    .contains("src/main/java"))
                            .map(Path::getParent)
                            .filter(room -> !Files.exists(room.resolve("package-info.java")))
                            .collect(Collectors.toCollection(TreeSet::new));
            assertEquals(Set.of(), silent, "packages without package-info.java");
        }
    }

    @Test
    void shouldBreakOnAnOffender() {
        final JavaClasses offender = new ClassFileImporter().importClasses(Offender.class);
        final DescribedPredicate<JavaClass> any = describe("any class", type -> true);
        assertFalse(offender.isEmpty());
        assertThrows(AssertionError.class, () -> unseeded(any).check(offender));
    }

    /** Draws a number that no seed repeats. */
    static final class Offender {
        int draw() {
            return new Random().nextInt();
        }
    }

    private static ArchRule unseeded(final DescribedPredicate<JavaClass> where) {
        return noClasses()
                .that(where)
                .should()
                .callConstructor(Random.class)
                .orShould()
                .callMethod(Math.class, "random")
                .orShould()
                .dependOnClassesThat(
                        oneOf(
                                "java.util.concurrent.ThreadLocalRandom",
                                "java.security.SecureRandom",
                                "java.util.UUID"));
    }

    private static DescribedPredicate<JavaClass> areDeterministic() {
        return resideInAnyPackage(packagesOf(DETERMINISTIC)).as("are in deterministic modules");
    }

    private static DescribedPredicate<JavaClass> oneOf(final String... names) {
        final Set<String> set = Set.of(names);
        return describe("one of " + Arrays.toString(names), type -> set.contains(type.getName()));
    }

    private static String[] packagesOf(final java.util.Collection<String> modules) {
        return modules.stream().map(module -> ROOT + module + "..").toArray(String[]::new);
    }
}
