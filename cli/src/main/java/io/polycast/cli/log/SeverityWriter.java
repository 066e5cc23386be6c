package io.polycast.cli.log;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;

/** Leads each line with a severity for journald, but lines that bring one of their own. */
public final class SeverityWriter extends FilterWriter {
    private final String prefix;
    private boolean atStart = true;

    /**
     * @param out takes the lines
     * @param severity of lines without one, in [0, 7]
     */
    public SeverityWriter(final Writer out, final int severity) {
        super(out);
        prefix = "<" + severity + ">";
    }

    @Override
    public void write(final int c) throws IOException {
        if (atStart && c != '<') {
            out.write(prefix);
        }
        atStart = c == '\n';
        out.write(c);
    }

    @Override
    public void write(final char[] text, final int offset, final int length) throws IOException {
        for (int i = offset; i < offset + length; i++) {
            write(text[i]);
        }
    }

    @Override
    public void write(final String text, final int offset, final int length) throws IOException {
        for (int i = offset; i < offset + length; i++) {
            write(text.charAt(i));
        }
    }
}
