package yona.language.embedding;

import org.jspecify.annotations.Nullable;

/** What goes wrong with a script: its text, its run, or what it uses. */
public abstract sealed class YonaException extends RuntimeException
    permits CompilationException,
        ProgramException,
        StoppedException,
        ExitException,
        FaultException {
  private static final long serialVersionUID = 1;

  YonaException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
