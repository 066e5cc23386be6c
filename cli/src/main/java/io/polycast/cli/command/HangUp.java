package io.polycast.cli.command;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Handler of SIGHUP, which by convention asks a service to read its configuration again. Java's own
 * answer is to end the process. Reached by names, since the compiler warns of {@code
 * sun.misc.Signal} and of nothing else that can do this.
 */
final class HangUp {
    private HangUp() {}

    /**
     * From now on the signal ends nothing. A process that was started with the signal ignored, as by
     * nohup, goes on to ignore it without a word.
     *
     * @param told runs at each signal, on a thread of its own
     */
    static void ignore(final Runnable told) {
        try {
            final Class<?> signal = Class.forName("sun.misc.Signal");
            final Class<?> handler = Class.forName("sun.misc.SignalHandler");
            final MethodHandle tell =
                    MethodHandles.lookup().bind(told, "run", MethodType.methodType(void.class));
            final Object telling =
                    MethodHandleProxies.asInterfaceInstance(
                            handler, MethodHandles.dropArguments(tell, 0, signal));
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance("HUP"), telling);
        } catch (final ReflectiveOperationException e) {
            // A Java machine without signals, or one that was told (-Xrs) to leave them alone.
            return;
        }
    }
}
