package yona.io;

import java.io.IOException;

/** Raised when a line is longer than {@link OpenFile#LINE_LIMIT}. */
public final class LineTooLongException extends IOException {

  private static final long serialVersionUID = 1;

  LineTooLongException(String name) {
    super(name + ": a line is longer than " + (OpenFile.LINE_LIMIT >> 20) + " MiB");
  }
}
