package yona.io.medium;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.NotLinkException;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.Blocking;
import yona.async.Fiber;
import yona.async.stm.STM;
import yona.io.ClosedException;
import yona.io.TooLongException;

/** How operations of the operating system are run for a fiber. */
public final class Operations {

  /** What a transaction refuses, as it is told to people. */
  public static final String ON_FILES = "an operation on a file";

  private Operations() {}

  /** An operation of the operating system. */
  @FunctionalInterface
  public interface Operation<T extends @Nullable Object> {
    T run() throws IOException;
  }

  /**
   * Runs an operation on regular files or folders, which is short as a rule: in place where a
   * monitor watches the carrier, else on a thread of ours. Either way no cancellation cuts it
   * short; one that has come before is raised instead of starting it. Refused in a transaction.
   */
  public static <T extends @Nullable Object> T inPlace(Operation<T> operation) throws IOException {
    STM.effect(ON_FILES);
    Fiber.reachedWait();
    return inPlaceUncounted(operation);
  }

  /** The same, without counting as a wait for the start rule of groups. */
  public static <T extends @Nullable Object> T inPlaceUncounted(Operation<T> operation)
      throws IOException {
    try {
      Operation<T> behindWrites =
          () -> {
            FileOutput.sendAll();
            return operation.run();
          };
      if (Blocking.isAllowedInPlace()) {
        return Blocking.<T, IOException>inPlace(behindWrites::run);
      }
      Fiber.current().checkCancelled();
      return Async.shielded(() -> IoThreads.start(operation::run).awaitUncounted()).get();
    } catch (FileSystemException e) {
      throw explained(e);
    }
  }

  /** The exception with a reason in words where the JDK leaves it to the class name. */
  public static IOException explained(FileSystemException e) {
    if (e.getReason() != null) {
      return e;
    }
    String file = e.getFile();
    FileSystemException told =
        switch (e) {
          case NoSuchFileException _ -> new NoSuchFileException(file, null, "no such file");
          case FileAlreadyExistsException _ ->
              new FileAlreadyExistsException(file, null, "it exists already");
          case AccessDeniedException _ ->
              new AccessDeniedException(file, null, "permission denied");
          case DirectoryNotEmptyException _ ->
              new FileSystemException(file, null, "the folder is not empty");
          case NotDirectoryException _ -> new FileSystemException(file, null, "not a folder");
          case NotLinkException _ -> new NotLinkException(file, null, "not a symbolic link");
          case FileSystemLoopException _ ->
              new FileSystemException(file, null, "a loop of symbolic links");
          default -> new FileSystemException(file, e.getOtherFile(), "the operation failed");
        };
    told.setStackTrace(e.getStackTrace());
    return told;
  }

  /** The exception with a file's name in its message; of a channel that was closed, that it was. */
  public static IOException named(IOException e, String name) {
    if (e instanceof FileSystemException
        || e instanceof ClosedException
        || e instanceof TooLongException) {
      return e;
    }
    IOException told =
        e instanceof ClosedChannelException
            ? new ClosedException(name)
            : new FileSystemException(name, null, e.getMessage());
    told.initCause(e);
    return told;
  }
}
