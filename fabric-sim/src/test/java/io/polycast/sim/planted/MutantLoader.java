package io.polycast.sim.planted;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Loads all of Polycast anew, with one class changed. Production code has no switch for this: what
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

    /** Runs seeds on an engine with a bug; a run's answer is the broken invariant's name, or null. */
    static LongFunction<String> runs(final PlantedBug bug) {
        return runs(bug.className(), bug.edits());
    }

    /** Runs seeds on the engine as it is. */
    static LongFunction<String> soundRuns() {
        return runs("", Map.of());
    }

    @SuppressWarnings("unchecked")
    private static LongFunction<String> runs(
            final String className, final Map<String, List<Edit>> edits) {
        try {
            return (LongFunction<String>)
                    new MutantLoader(className, edits)
                            .loadClass(Probe.class.getName())
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
            return name.equals(mutated) ? mutate(in.readAllBytes()) : in.readAllBytes();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] mutate(final byte[] original) {
        final ClassNode node = new ClassNode();
        new ClassReader(original).accept(node, 0);
        final List<String> missing = new ArrayList<>(edits.keySet());
        for (final MethodNode method : node.methods) {
            if (edits.containsKey(method.name)) {
                edits.get(method.name).forEach(edit -> edit.apply(method));
                missing.remove(method.name);
            }
        }
        if (!missing.isEmpty()) {
            throw new IllegalStateException("no methods " + missing + " in " + mutated);
        }
        final ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        node.accept(writer);
        return writer.toByteArray();
    }
}
