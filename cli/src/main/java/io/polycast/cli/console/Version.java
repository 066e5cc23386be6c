package io.polycast.cli.console;

import picocli.CommandLine.IVersionProvider;

/** The version of this build, from the jar's manifest. */
public final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"polycast " + number()};
    }

    /**
     * @return the number alone, or "unpackaged" for classes that were never packed into a jar
     */
    public static String number() {
        final String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "unpackaged" : version;
    }
}
