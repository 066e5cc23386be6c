package io.polycast.cli.console;

/** The root of a tree of commands, which lends its console to all of them. */
public interface CommandRoot {
    /**
     * @return console that every command of the tree talks to
     */
    Console console();
}
