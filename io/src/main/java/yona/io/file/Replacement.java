package yona.io.file;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.UUID;
import yona.async.Async;
import yona.io.medium.Operations;

/**
 * A file that is made beside another one and then takes its place, so that whoever looks finds the
 * old one or the new one in whole. If that fails or is cancelled, the old one stays and nothing is
 * left of the new one.
 */
final class Replacement {

  private Replacement() {}

  /** The last step, which puts the new file in its place. May suspend. */
  @FunctionalInterface
  interface Placing {
    void place(Path part) throws IOException;
  }

  /**
   * Makes the new file and puts it in its place.
   *
   * @param target the place
   * @param name what the place is called in errors
   * @param writing makes the new file
   * @param placing moves it to the place, with all that is to be done at that moment
   * @param <X> what the writing may raise besides
   */
  static <X extends Exception> void make(
      Path target, Path name, FileContents.Writing<? extends X> writing, Placing placing)
      throws IOException, X {
    Path part = target.resolveSibling("." + UUID.randomUUID() + ".tmp");
    try {
      writing.write(part);
      try {
        placing.place(part);
      } catch (IOException e) {
        throw Operations.named(e, part.toString());
      }
    } catch (Throwable error) {
      discard(part, error);
      if (error instanceof FileSystemException e && names(e, part)) {
        throw ofTarget(e, name);
      }
      throw error;
    }
  }

  private static void discard(Path part, Throwable error) {
    try {
      Async.shielded(() -> Operations.inPlace(() -> Files.deleteIfExists(part)));
    } catch (IOException later) {
      error.addSuppressed(later);
    }
  }

  private static boolean names(FileSystemException e, Path part) {
    return part.toString().equals(e.getFile()) || part.toString().equals(e.getOtherFile());
  }

  /** The error with the name that people know; nobody knows the other file. */
  private static IOException ofTarget(FileSystemException e, Path path) {
    String name = path.toString();
    FileSystemException told =
        switch (e) {
          case NoSuchFileException _ -> new NoSuchFileException(name);
          case AccessDeniedException _ -> new AccessDeniedException(name);
          default -> new FileSystemException(name, null, e.getReason());
        };
    told.initCause(e);
    return Operations.explained(told);
  }
}
