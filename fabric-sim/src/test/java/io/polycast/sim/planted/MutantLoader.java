package io.polycast.sim.planted;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Loads all of Polycast anew, with one class or a few of one package changed. Production code has no switch for this: what
 * runs is its bytecode but for the planted change.
 */
final class MutantLoader extends ClassLoader {
    private static final String OURS = "io.polycast.";

    private final String mutated;
    private final Map<String, List<Edit>> edits;

    private MutantLoader(final String mutated, final Map<String, List<Edit>> edits) {
        super(MutantLoader.class.getClassLoader());
        this.mutated = mutated;
        this.edits = edits;
    }

    /** Runs seeds with a bug; a run's answer begins with the broken invariant's name, or is null. */
    static LongFunction<String> runs(final Plant plant) {
        return runs(plant.className(), plant.edits(), plant.probe());
    }

    /** Runs seeds on the code as it is. */
    static LongFunction<String> soundRuns(final Class<? extends LongFunction<String>> probe) {
        return runs("", Map.of(), probe);
    }

    @SuppressWarnings("unchecked")
    private static LongFunction<String> runs(
            final String className,
            final Map<String, List<Edit>> edits,
            final Class<? extends LongFunction<String>> probe) {
        try {
            return (LongFunction<String>)
                    new MutantLoader(className, edits)
                            .loadClass(probe.getName())
                            .getConstructor()
                            .newInstance();
        } catch (final ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected Class<?> loadClass(final String name, final boolean resolve)
            throws ClassNotFoundException {
        if (!name.startsWith(OURS)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            final Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            final byte[] bytes = bytes(name);
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    private byte[] bytes(final String name) throws ClassNotFoundException {
        final String resource = name.replace('.', '/') + ".class";
        try (InputStream in = getParent().getResourceAsStream(resource)) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            final Map<String, List<Edit>> ofClass = editsOf(name);
            return ofClass.isEmpty() ? in.readAllBytes() : mutate(in.readAllBytes(), ofClass);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Edits by method. A key is a method of the bug's class, or Class.method of its package. */
    private Map<String, List<Edit>> editsOf(final String name) {
        final int end = mutated.lastIndexOf('.') + 1;
        final Map<String, List<Edit>> found = new HashMap<>();
        edits.forEach(
                (key, list) -> {
                    final int dot = key.indexOf('.');
                    final String owner =
                            dot < 0 ? mutated : mutated.substring(0, end) + key.substring(0, dot);
                    if (name.equals(owner)) {
                        found.put(key.substring(dot + 1), list);
                    }
                });
        return found;
    }

    private byte[] mutate(final byte[] original, final Map<String, List<Edit>> byMethod) {
        final ClassNode node = new ClassNode();
        new ClassReader(original).accept(node, 0);
        final List<String> missing = new ArrayList<>(byMethod.keySet());
        for (final MethodNode method : node.methods) {
            if (byMethod.containsKey(method.name)) {
                byMethod.get(method.name).forEach(edit -> edit.apply(method));
                missing.remove(method.name);
            }
        }
        if (!missing.isEmpty()) {
            throw new IllegalStateException("no methods " + missing + " in " + node.name);
        }
        final ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        node.accept(writer);
        return writer.toByteArray();
    }
}
