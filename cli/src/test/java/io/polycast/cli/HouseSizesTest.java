package io.polycast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Limits on the size of the main code: lines of a file, lines and parameters of a method, files of a package.
 * The compiler's parser reads the sources. Each exception stands in {@code house-sizes.txt} with its size and
 * its reason. The test also fails for an exception that is no longer needed.
 */
class HouseSizesTest {
    private static final int FILE_LINES = 400;
    private static final int METHOD_LINES = 60;
    private static final int METHOD_PARAMETERS = 7;
    private static final int CONSTRUCTOR_PARAMETERS = 8;
    private static final int PACKAGE_FILES = 20;

    /** Sizes above their limits, by kind and name. */
    private static final Map<String, Integer> LARGE = new TreeMap<>();

    @BeforeAll
    static void measure() throws IOException {
        final Path root = Path.of(System.getProperty("polycast.root"));
        final Map<String, Integer> packages = new TreeMap<>();
        final Map<String, String> sources = new TreeMap<>();
        for (final Path file : mainSources(root)) {
            note("file", nameOf(file), (int) Files.lines(file).count(), FILE_LINES);
            packages.merge(packageOf(file), 1, Integer::sum);
            sources.put(nameOf(file), Files.readString(file));
        }
        measure(sources);
        packages.forEach((name, files) -> note("package", name, files, PACKAGE_FILES));
    }

    @Test
    void shouldKeepTheSizes() throws IOException {
        final Map<String, Integer> excused = excused();
        final Set<String> offenders = new TreeSet<>();
        LARGE.forEach(
                (what, size) -> {
                    if (size > excused.getOrDefault(what, 0)) {
                        offenders.add(what + " " + size);
                    }
                });
        assertEquals(Set.of(), offenders, "larger than the house allows");
    }

    @Test
    void shouldExcuseOnlyWhatIsTooLarge() throws IOException {
        final Set<String> idle = new TreeSet<>(excused().keySet());
        idle.removeAll(LARGE.keySet());
        assertEquals(Set.of(), idle, "exceptions that nothing needs");
    }

    @Test
    void shouldFindAnOffender() throws IOException {
        final String parameters = "int a, int b, int c, int d, int e, int f, int g, int h, int i";
        final String lines = "\n".repeat(METHOD_LINES);
        final TreeSet<String> before = new TreeSet<>(LARGE.keySet());
        final String[] own = {
            "constructor Own", "method Own.many", "lines Own.tall", "constructor Own.Row"
        };
        try {
            measure(
                    Map.of(
                            "Own",
                            "class Own { Own(%1$s) {} void many(%1$s) {} void tall() {%2$s}\nrecord Row(%1$s) {} }"
                                    .formatted(parameters, lines)));
            for (final String what : own) {
                assertTrue(LARGE.containsKey(what), what);
            }
        } finally {
            LARGE.keySet().retainAll(before);
        }
    }

    private static Map<String, Integer> excused() throws IOException {
        final Map<String, Integer> excused = new TreeMap<>();
        try (var stream = HouseSizesTest.class.getResourceAsStream("house-sizes.txt")) {
            for (final String line : new String(stream.readAllBytes()).split("\n")) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    final String[] words = line.split(" +", 4);
                    assertEquals(4, words.length, "kind, name, size and reason: " + line);
                    excused.put(words[0] + " " + words[1], Integer.parseInt(words[2]));
                }
            }
        }
        return excused;
    }

    private static List<Path> mainSources(final Path root) throws IOException {
        try (Stream<Path> modules = Files.list(root)) {
            return modules.map(module -> module.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .flatMap(HouseSizesTest::sourcesBelow)
                    .sorted()
                    .toList();
        }
    }

    private static Stream<Path> sourcesBelow(final Path directory) {
        try {
            return Files.walk(directory)
                    .filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.endsWith("package-info.java"));
        } catch (final IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String packageOf(final Path file) {
        final String path = file.getParent().toString();
        return path.substring(path.indexOf("src/main/java/") + 14).replace('/', '.').substring(12);
    }

    private static String nameOf(final Path file) {
        return packageOf(file) + "." + file.getFileName().toString().replace(".java", "");
    }

    private static void note(final String kind, final String name, final int size, final int most) {
        if (size > most) {
            LARGE.merge(kind + " " + name, size, Math::max);
        }
    }

    /** In one go: a compiler takes long to start. */
    private static void measure(final Map<String, String> sources) throws IOException {
        final var compiler = ToolProvider.getSystemJavaCompiler();
        final List<Source> units = new ArrayList<>();
        sources.forEach((name, text) -> units.add(new Source(name, text)));
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            final JavacTask task =
                    (JavacTask)
                            compiler.getTask(
                                    new StringWriter(), files, null, List.of(), null, units);
            final SourcePositions positions = Trees.instance(task).getSourcePositions();
            final Iterator<Source> names = units.iterator();
            for (final CompilationUnitTree unit : task.parse()) {
                final String name = names.next().name;
                final String room =
                        name.contains(".") ? name.substring(0, name.lastIndexOf('.') + 1) : "";
                new Sizes(unit, positions, room).scan(unit, null);
            }
            assertFalse(names.hasNext(), "sources that were not read");
        }
    }

    /** Walks the classes and methods of one file. */
    private static final class Sizes extends TreeScanner<Void, Void> {
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private String owner;

        Sizes(final CompilationUnitTree unit, final SourcePositions positions, final String room) {
            this.unit = unit;
            this.positions = positions;
            this.owner = room;
        }

        @Override
        public Void visitClass(final ClassTree type, final Void nothing) {
            final String outer = owner;
            owner =
                    outer.isEmpty() || outer.endsWith(".")
                            ? outer + type.getSimpleName()
                            : outer + "." + type.getSimpleName();
            if (type.getKind() == Tree.Kind.RECORD) {
                note("constructor", owner, components(type), CONSTRUCTOR_PARAMETERS);
            }
            super.visitClass(type, nothing);
            owner = outer;
            return null;
        }

        @Override
        public Void visitMethod(final MethodTree method, final Void nothing) {
            final int parameters = method.getParameters().size();
            if (method.getName().contentEquals("<init>")) {
                note("constructor", owner, parameters, CONSTRUCTOR_PARAMETERS);
            } else {
                note("method", owner + "." + method.getName(), parameters, METHOD_PARAMETERS);
            }
            note("lines", owner + "." + method.getName(), linesOf(method), METHOD_LINES);
            return super.visitMethod(method, nothing);
        }

        /** The parser turns the components of a record into fields that are private and not static. */
        private static int components(final ClassTree type) {
            return (int)
                    type.getMembers().stream()
                            .filter(member -> member.getKind() == Tree.Kind.VARIABLE)
                            .map(
                                    member ->
                                            ((com.sun.source.tree.VariableTree) member)
                                                    .getModifiers()
                                                    .getFlags())
                            .filter(flags -> !flags.contains(Modifier.STATIC))
                            .count();
        }

        private int linesOf(final MethodTree method) {
            final LineMap lines = unit.getLineMap();
            return (int)
                    (lines.getLineNumber(positions.getEndPosition(unit, method))
                            - lines.getLineNumber(positions.getStartPosition(unit, method))
                            + 1);
        }
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String name;
        private final String text;

        Source(final String name, final String text) {
            super(URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE);
            this.name = name;
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(final boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
