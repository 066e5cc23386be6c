package io.polycast.dataplane.yaml;

/**
 * One mistake, or one reason for a warning, in a configuration.
 *
 * @param file as the user named it
 * @param line counted from 1, or 0 when the problem is the file itself
 * @param column counted from 1
 * @param what the mistake
 * @param remedy of the mistake
 */
public record Problem(String file, int line, int column, String what, String remedy) {
    @Override
    public String toString() {
        final String place = line == 0 ? file : file + ':' + line + ':' + column;
        return place + ": " + what + "; " + remedy;
    }
}
