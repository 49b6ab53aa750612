package yona.io;

import java.io.IOException;

/** Raised by an operation on a file or stream that has been closed. */
public final class ClosedException extends IOException {

  private static final long serialVersionUID = 1;

  ClosedException(String name) {
    super(name + ": closed");
  }
}
