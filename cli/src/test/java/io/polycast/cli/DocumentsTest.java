package io.polycast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The documents name classes, modules, scenarios and sections that exist. */
class DocumentsTest {
    private static final Path ROOT = Path.of(System.getProperty("polycast.root"));

    /** Pages that tell the code's way by names of classes. */
    private static final List<String> PAGES =
            List.of("architecture.md", "protocol.md", "glossary.md", "contributing.md");

    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");

    /** A class, or a class and one of its members. */
    private static final Pattern CLASS =
            Pattern.compile("([A-Z][a-z0-9]+[A-Za-z0-9]*)(?:\\.([A-Za-z_][A-Za-z_0-9]*))?");

    private static final Pattern TYPE =
            Pattern.compile("\\b(?:class|record|enum|interface) ([A-Z][A-Za-z0-9]*)");

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
    private static final Pattern FLOOR = Pattern.compile("(?m)^floor (\\d) +(.*)$");
    private static final Pattern BESIDE = Pattern.compile("(?m)^beside +(.*)$");

    /** Texts of the files that declare a type, by its simple name. */
    private static Map<String, String> types;

    @BeforeAll
    static void readTypes() throws IOException {
        types = new HashMap<>();
        for (final Path file : files(ROOT, ".java")) {
            final String text = Files.readString(file);
            TYPE.matcher(text)
                    .results()
                    .forEach(found -> types.merge(found.group(1), text, String::concat));
        }
    }

    @Test
    void shouldNameOnlyClassesThatExist() throws IOException {
        final Set<String> unknown = new TreeSet<>();
        for (final String page : PAGES) {
            for (final String code : codeOf(page)) {
                final Matcher name = CLASS.matcher(code);
                if (name.matches() && !isThere(name.group(1), name.group(2))) {
                    unknown.add(page + ": " + code);
                }
            }
        }
        assertEquals(Set.of(), unknown, "names of docs/ that no class or member has");
    }

    @Test
    void shouldNameOnlyScenariosThatExist() throws IOException {
        final Path scenarios = ROOT.resolve("dataplane/src/test/resources/scenarios");
        for (final String page : PAGES) {
            for (final String code : codeOf(page)) {
                if (code.matches("[a-z0-9-]+\\.txt")) {
                    assertTrue(Files.exists(scenarios.resolve(code)), page + ": " + code);
                }
            }
        }
    }

    @Test
    void shouldNameEveryScenarioOfARuleInTheProtocol() throws IOException {
        final Set<String> missing = new TreeSet<>();
        for (final Path file :
                files(ROOT.resolve("dataplane/src/test/resources/scenarios"), ".txt")) {
            missing.add(file.getFileName().toString());
        }
        missing.removeIf(name -> !name.startsWith("rule"));
        missing.removeAll(codeOf("protocol.md"));
        assertEquals(Set.of(), missing, "scenarios of rules that docs/protocol.md does not name");
    }

    @Test
    void shouldListTheModulesWithTheDependenciesOfThePoms() throws IOException {
        final Map<String, String> poms = new TreeMap<>();
        for (final String module : modules()) {
            final List<String> all = new ArrayList<>(dependencies(module));
            poms.put(module, all.isEmpty() ? "-" : String.join(", ", all));
        }
        final Map<String, String> table = new TreeMap<>();
        page("architecture.md")
                .lines()
                .dropWhile(line -> !line.startsWith("<!-- modules:"))
                .dropWhile(line -> !line.startsWith("| --- |"))
                .skip(1)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> Arrays.stream(line.split("\\|")).map(String::strip).toList())
                .forEach(cells -> table.put(cells.get(1), cells.get(4)));
        assertEquals(poms, table);
    }

    @Test
    void shouldDrawEveryModuleAboveThoseThatItDependsOn() throws IOException {
        final Map<String, Integer> floors = floors();
        assertEquals(new TreeSet<>(modules()), new TreeSet<>(floors.keySet()));
        for (final String module : modules()) {
            for (final String below : dependencies(module)) {
                assertTrue(floors.get(module) > floors.get(below), module + " stands on " + below);
            }
        }
    }

    @Test
    void shouldLinkToPagesAndSectionsThatExist() throws IOException {
        final List<Path> pages = new ArrayList<>(files(ROOT.resolve("docs"), ".md"));
        pages.add(ROOT.resolve("README.md"));
        pages.add(ROOT.resolve("CHANGELOG.md"));
        pages.add(ROOT.resolve("perf/peers/README.md"));
        final Set<String> broken = new TreeSet<>();
        for (final Path page : pages) {
            LINK.matcher(Files.readString(page))
                    .results()
                    .map(found -> found.group(1))
                    .filter(link -> !link.contains("://") && !leadsSomewhere(page, link))
                    .forEach(link -> broken.add(ROOT.relativize(page) + ": " + link));
        }
        assertEquals(Set.of(), broken, "links to nowhere");
    }

    private static boolean isThere(final String type, final String member) {
        final String text = types.get(type);
        return text != null
                && (member == null || Pattern.compile("\\b" + member + "\\b").matcher(text).find());
    }

    private static boolean leadsSomewhere(final Path page, final String link) {
        final int hash = link.indexOf('#');
        final String file = hash < 0 ? link : link.substring(0, hash);
        final Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
        if (!Files.exists(target)) {
            return false;
        }
        try {
            return hash < 0 || anchors(target).contains(link.substring(hash + 1));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As GitHub makes them: lower case, letters, digits and hyphens; a space is a hyphen. */
    private static Set<String> anchors(final Path page) throws IOException {
        final Set<String> all = new HashSet<>();
        HEADING.matcher(Files.readString(page))
                .results()
                .map(found -> found.group(1).toLowerCase(Locale.ROOT))
                .map(title -> title.replaceAll("[^a-z0-9 _-]", "").replace(' ', '-'))
                .forEach(all::add);
        return all;
    }

    /** Floors of the picture; what stands beside the house is above all of it. */
    private static Map<String, Integer> floors() throws IOException {
        final String picture = page("architecture.md");
        final Map<String, Integer> floors = new TreeMap<>();
        FLOOR.matcher(picture)
                .results()
                .forEach(line -> put(line.group(2), Integer.parseInt(line.group(1)), floors));
        BESIDE.matcher(picture).results().forEach(line -> put(line.group(1), 9, floors));
        return floors;
    }

    /** Modules come first in a line; what follows three spaces and is no module explains them. */
    private static void put(final String line, final int floor, final Map<String, Integer> floors) {
        for (final String word : line.split(" {2,}")) {
            if (Files.exists(ROOT.resolve(word).resolve("pom.xml"))) {
                floors.put(word, floor);
            }
        }
    }

    private static List<String> modules() throws IOException {
        return Pattern.compile("<module>(.*?)</module>")
                .matcher(Files.readString(ROOT.resolve("pom.xml")))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    /** Modules that a module's own code depends on, in order of its pom. */
    private static List<String> dependencies(final String module) throws IOException {
        return Pattern.compile("(?s)<dependency>(.*?)</dependency>")
                .matcher(Files.readString(ROOT.resolve(module).resolve("pom.xml")))
                .results()
                .map(MatchResult::group)
                .filter(each -> each.contains("<groupId>io.polycast</groupId>"))
                .filter(each -> !each.contains("<scope>test</scope>"))
                .map(each -> each.replaceAll("(?s).*<artifactId>(.*?)</artifactId>.*", "$1"))
                .toList();
    }

    private static List<String> codeOf(final String page) throws IOException {
        return CODE.matcher(page(page)).results().map(found -> found.group(1)).toList();
    }

    private static String page(final String name) throws IOException {
        return Files.readString(ROOT.resolve("docs").resolve(name));
    }

    private static List<Path> files(final Path folder, final String suffix) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.filter(file -> file.toString().endsWith(suffix))
                    .filter(file -> !file.toString().contains("/target/"))
                    .toList();
        }
    }
}
