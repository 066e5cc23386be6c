package io.polycast.node.log;

import io.polycast.controller.group.GroupImage;
import io.polycast.controller.log.Command;
import io.polycast.controller.log.Entry;
import io.polycast.controller.log.GroupOptions;
import io.polycast.controller.safeguard.SlowTree;
import io.polycast.dataplane.remote.LinkException;
import io.polycast.node.link.AgentLinkCodec;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpGroup;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Bytes of the log's entries, big-endian; the first byte is the kind, and kinds are never reused. */
public final class EntryCodec {
    private static final int AGENT_UP = 1;
    private static final int AGENT_DOWN = 2;
    private static final int AGENT_SAYS = 3;
    private static final int CREATE = 4;
    private static final int ADMIT = 5;
    private static final int EXPEL = 6;
    private static final int DELETE = 7;
    private static final int LEADS = 8;
    private static final int SLOW = 9;
    private static final int CREATE_WITH_MODE = 10;

    private EntryCodec() {}

    /** Bytes of the entry by which a node says that it leads. */
    public static byte[] leads(final int node) {
        return new byte[] {LEADS, (byte) node};
    }

    /** Whether bytes are an entry of {@link #leads(int)}. */
    static boolean isLeads(final byte[] bytes) {
        return bytes.length == 2 && bytes[0] == LEADS;
    }

    /** Node of an entry of {@link #leads(int)}. */
    static int leads(final byte[] bytes) {
        return bytes[1];
    }

    /** Bytes of an entry; leadership and ticks are the log's own and have none. */
    public static byte[] write(final Entry entry) {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            if (entry instanceof Entry.AgentUp up) {
                out.writeByte(AGENT_UP);
                out.writeLong(up.session());
                out.writeUTF(up.name());
                GroupImage.write(out, up.ip());
            } else if (entry instanceof Entry.AgentDown down) {
                out.writeByte(AGENT_DOWN);
                out.writeLong(down.session());
            } else if (entry instanceof Entry.AgentSays says) {
                out.writeByte(AGENT_SAYS);
                out.writeLong(says.session());
                out.writeUTF(AgentLinkCodec.write(says.message()));
            } else if (entry instanceof Entry.Slow slow) {
                write(out, slow);
            } else if (entry instanceof Entry.Request request) {
                write(out, request);
            } else {
                throw new IllegalArgumentException("the log makes this entry itself: " + entry);
            }
        } catch (final IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private static void write(final DataOutputStream out, final Entry.Slow slow)
            throws IOException {
        out.writeByte(SLOW);
        out.writeUTF(slow.group());
        out.writeLong(slow.slow().number());
        out.writeLong(slow.slow().bps());
        out.writeLong(slow.slow().usualBps());
        out.writeLong(slow.slow().ms());
    }

    private static void write(final DataOutputStream out, final Entry.Request request)
            throws IOException {
        final Command command = request.command();
        final int kind =
                command instanceof Command.Create
                        ? CREATE_WITH_MODE
                        : command instanceof Command.Admit
                                ? ADMIT
                                : command instanceof Command.Expel ? EXPEL : DELETE;
        out.writeByte(kind);
        out.writeLong(request.request());
        out.writeUTF(request.key());
        if (command instanceof Command.Create create) {
            out.writeUTF(create.name());
            out.writeLong(create.waitMs());
            GroupImage.writeOptions(out, create.options());
            out.writeInt(create.hosts().size());
            for (final MrpAddress host : create.hosts()) {
                GroupImage.write(out, host);
            }
        } else if (command instanceof Command.Admit admit) {
            out.writeUTF(admit.name());
            GroupImage.write(out, admit.ip());
            out.writeLong(admit.waitMs());
        } else if (command instanceof Command.Expel expel) {
            out.writeUTF(expel.name());
            GroupImage.write(out, expel.ip());
        } else {
            out.writeUTF(((Command.Delete) command).name());
        }
    }

    /**
     * @param bytes that {@link #write} wrote
     * @return the entry
     * @throws IOException when they are of a later version or damaged
     */
    public static Entry read(final byte[] bytes) throws IOException {
        final DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        final int kind = in.readByte();
        switch (kind) {
            case AGENT_UP:
                return new Entry.AgentUp(in.readLong(), in.readUTF(), GroupImage.readAddress(in));
            case AGENT_DOWN:
                return new Entry.AgentDown(in.readLong());
            case AGENT_SAYS:
                try {
                    return new Entry.AgentSays(in.readLong(), AgentLinkCodec.readUp(in.readUTF()));
                } catch (final LinkException wrong) {
                    throw new IOException(wrong);
                }
            case SLOW:
                return new Entry.Slow(
                        in.readUTF(),
                        new SlowTree(in.readLong(), in.readLong(), in.readLong(), in.readLong()));
            default:
                return new Entry.Request(in.readLong(), in.readUTF(), readCommand(kind, in));
        }
    }

    private static Command readCommand(final int kind, final DataInputStream in)
            throws IOException {
        final String name = in.readUTF();
        switch (kind) {
            case CREATE:
            case CREATE_WITH_MODE:
                final long wait = in.readLong();
                final GroupOptions options =
                        kind == CREATE ? readOptions(in) : GroupImage.readOptions(in);
                final List<MrpAddress> hosts = new ArrayList<>();
                for (int left = in.readInt(); left > 0; left--) {
                    hosts.add(GroupImage.readAddress(in));
                }
                return new Command.Create(name, List.copyOf(hosts), wait, options);
            case ADMIT:
                return new Command.Admit(name, GroupImage.readAddress(in), in.readLong());
            case EXPEL:
                return new Command.Expel(name, GroupImage.readAddress(in));
            case DELETE:
                return new Command.Delete(name);
            default:
                throw new IOException("entry of kind " + kind + " is of a later version");
        }
    }

    /** Options before groups had a safeguard. */
    private static GroupOptions readOptions(final DataInputStream in) throws IOException {
        return new GroupOptions(
                in.readLong(),
                new MrpGroup.Policies(
                        in.readByte(), in.readByte(), in.readLong(), in.readBoolean()),
                null,
                0);
    }
}
