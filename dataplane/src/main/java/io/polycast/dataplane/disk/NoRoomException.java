package io.polycast.dataplane.disk;

import java.io.IOException;

/** A file system that has no room for a file; the message says how much is missing, and where. */
public final class NoRoomException extends IOException {
    private static final long serialVersionUID = 1L;

    NoRoomException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
