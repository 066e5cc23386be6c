package io.polycast.dataplane.disk;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/**
 * Why a file or a socket cannot be used, in words for people. The messages of Java's exceptions are often the
 * path alone.
 */
public final class IoReason {
    private IoReason() {}

    /**
     * @param failure of a file or a socket
     * @return reason, and the file where the failure names one
     */
    public static String of(final IOException failure) {
        if (failure instanceof FileSystemException onFile) {
            return onFile.getFile() == null
                    ? reason(onFile)
                    : reason(onFile) + ": " + onFile.getFile();
        }
        if (failure instanceof CharacterCodingException) {
            return "not text in UTF-8";
        }
        final String said = failure.getMessage();
        return said == null || said.isBlank() ? "input or output failed" : said;
    }

    private static String reason(final FileSystemException failure) {
        if (failure instanceof NoSuchFileException) {
            return "no such file or directory";
        }
        if (failure instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (failure instanceof FileAlreadyExistsException) {
            return "it exists already";
        }
        if (failure instanceof NotDirectoryException) {
            return "not a directory";
        }
        if (failure instanceof DirectoryNotEmptyException) {
            return "the directory is not empty";
        }
        final String said = failure.getReason();
        return said == null || said.isBlank() ? "input or output failed" : said;
    }
}
