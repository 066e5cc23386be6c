package io.polycast.sim.planted;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** One change to the bytecode of a method; it throws when the place is not there. */
interface Edit {
    Map<Integer, Integer> OPPOSITE =
            Map.ofEntries(
                    Map.entry(Opcodes.IFEQ, Opcodes.IFNE),
                    Map.entry(Opcodes.IFNE, Opcodes.IFEQ),
                    Map.entry(Opcodes.IFLT, Opcodes.IFGE),
                    Map.entry(Opcodes.IFGE, Opcodes.IFLT),
                    Map.entry(Opcodes.IFGT, Opcodes.IFLE),
                    Map.entry(Opcodes.IFLE, Opcodes.IFGT),
                    Map.entry(Opcodes.IF_ICMPEQ, Opcodes.IF_ICMPNE),
                    Map.entry(Opcodes.IF_ICMPNE, Opcodes.IF_ICMPEQ),
                    Map.entry(Opcodes.IF_ICMPLT, Opcodes.IF_ICMPGE),
                    Map.entry(Opcodes.IF_ICMPGE, Opcodes.IF_ICMPLT),
                    Map.entry(Opcodes.IF_ICMPGT, Opcodes.IF_ICMPLE),
                    Map.entry(Opcodes.IF_ICMPLE, Opcodes.IF_ICMPGT));

    void apply(MethodNode method);

    /** The method does nothing but return a number. */
    static Edit returning(final int value) {
        return method -> {
            final Type type = Type.getReturnType(method.desc);
            method.instructions.clear();
            method.tryCatchBlocks.clear();
            method.localVariables = null;
            push(method.instructions, type, value)
                    .add(new InsnNode(type.getOpcode(Opcodes.IRETURN)));
        };
    }

    /** The n-th call of a name is not made; a number takes the place of what it returns. */
    static Edit insteadOf(final String name, final int n, final int value) {
        return method -> {
            final MethodInsnNode call = calls(method, name).get(n);
            final InsnList pops = new InsnList();
            final Type[] arguments = Type.getArgumentTypes(call.desc);
            for (int i = arguments.length - 1; i >= 0; i--) {
                pops.add(new InsnNode(arguments[i].getSize() == 2 ? Opcodes.POP2 : Opcodes.POP));
            }
            if (call.getOpcode() != Opcodes.INVOKESTATIC) {
                pops.add(new InsnNode(Opcodes.POP));
            }
            push(pops, Type.getReturnType(call.desc), value);
            method.instructions.insert(call, pops);
            method.instructions.remove(call);
        };
    }

    /** As {@link #insteadOf} for calls that return nothing. */
    static Edit without(final String name, final int n) {
        return insteadOf(name, n, 0);
    }

    /** The first call of a name, whose arguments are variables and fields of this, comes after another's. */
    static Edit later(final String name, final String after) {
        return method -> {
            final MethodInsnNode call = calls(method, name).get(0);
            final MethodInsnNode other = calls(method, after).get(0);
            AbstractInsnNode first = call.getPrevious();
            while (first.getOpcode() != Opcodes.ALOAD || ((VarInsnNode) first).var != 0) {
                first = first.getPrevious();
            }
            final InsnList moved = new InsnList();
            AbstractInsnNode node = first;
            boolean last;
            do {
                final AbstractInsnNode next = node.getNext();
                last = node == call;
                method.instructions.remove(node);
                moved.add(node);
                node = next;
            } while (!last);
            method.instructions.insert(other, moved);
        };
    }

    /** Every call of a name goes to a method of {@link Wrong} with the receiver, if any, in front. */
    static Edit redirect(final String name, final String wrong) {
        return method -> {
            for (final MethodInsnNode call : calls(method, name)) {
                if (call.getOpcode() != Opcodes.INVOKESTATIC) {
                    call.desc = "(Ljava/lang/Object;" + call.desc.substring(1);
                }
                call.setOpcode(Opcodes.INVOKESTATIC);
                call.owner = Type.getInternalName(Wrong.class);
                call.name = wrong;
                call.itf = false;
            }
        };
    }

    /** The n-th condition is the other way round. */
    static Edit opposite(final int n) {
        return method -> {
            final JumpInsnNode jump = jumps(method).get(n);
            jump.setOpcode(OPPOSITE.get(jump.getOpcode()));
        };
    }

    /** The n-th conditional jump is never taken. */
    static Edit unconditional(final int n) {
        return method -> {
            final JumpInsnNode jump = jumps(method).get(n);
            final boolean two =
                    jump.getOpcode() >= Opcodes.IF_ICMPEQ && jump.getOpcode() <= Opcodes.IF_ACMPNE;
            method.instructions.set(jump, new InsnNode(two ? Opcodes.POP2 : Opcodes.POP));
        };
    }

    /** The n-th instruction that pushes a small number pushes another. */
    static Edit number(final int from, final int n, final int to) {
        return method -> {
            int seen = 0;
            for (final AbstractInsnNode node : method.instructions.toArray()) {
                if (node.getOpcode() == Opcodes.ICONST_0 + from && seen++ == n) {
                    method.instructions.set(node, new InsnNode(Opcodes.ICONST_0 + to));
                    return;
                }
            }
            throw new IllegalStateException("no constant " + from + " in " + method.name);
        };
    }

    private static InsnList push(final InsnList list, final Type type, final int value) {
        switch (type.getSort()) {
            case Type.VOID -> {}
            case Type.LONG -> list.add(new LdcInsnNode((long) value));
            default -> list.add(new LdcInsnNode(value));
        }
        return list;
    }

    private static List<MethodInsnNode> calls(final MethodNode method, final String name) {
        final List<MethodInsnNode> calls = new ArrayList<>();
        for (final AbstractInsnNode node : method.instructions) {
            if (node instanceof MethodInsnNode call && call.name.equals(name)) {
                calls.add(call);
            }
        }
        if (calls.isEmpty()) {
            throw new IllegalStateException("no call of " + name + " in " + method.name);
        }
        return calls;
    }

    private static List<JumpInsnNode> jumps(final MethodNode method) {
        final List<JumpInsnNode> jumps = new ArrayList<>();
        for (final AbstractInsnNode node : method.instructions) {
            if (node instanceof JumpInsnNode jump && OPPOSITE.containsKey(jump.getOpcode())) {
                jumps.add(jump);
            }
        }
        return jumps;
    }
}
