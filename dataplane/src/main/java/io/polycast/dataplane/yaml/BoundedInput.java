package io.polycast.dataplane.yaml;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Input with a limit on its bytes. */
public final class BoundedInput extends FilterInputStream {
    private final long most;
    private long count;

    /** There was more. */
    static final class TooLongException extends IOException {
        private static final long serialVersionUID = 1L;

        TooLongException(final long most) {
            super("has more than " + most + " bytes");
        }
    }

    public BoundedInput(final InputStream in, final long most) {
        super(in);
        this.most = most;
    }

    @Override
    public int read() throws IOException {
        final int b = in.read();
        add(b < 0 ? 0 : 1);
        return b;
    }

    @Override
    public int read(final byte[] bytes, final int offset, final int length) throws IOException {
        final int read = in.read(bytes, offset, length);
        add(Math.max(0, read));
        return read;
    }

    private void add(final int read) throws TooLongException {
        count += read;
        if (count > most) {
            throw new TooLongException(most);
        }
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
