package yona.library.http;

import java.io.IOException;
import yona.async.Scope;
import yona.language.runtime.Invocation;
import yona.language.runtime.Walk;
import yona.library.argument.Arguments;
import yona.library.stream.Stream;

/**
 * A Stream of a program as the content of a message.
 *
 * @param stream its elements are Strings and Bytes
 * @param invocation in which they are made
 * @param where the function's name, for errors
 */
record StreamContent(Stream stream, Invocation invocation, String where) {

  /** Takes bytes. */
  @FunctionalInterface
  interface Output {
    void write(byte[] bytes) throws IOException;
  }

  /** Takes elements. */
  @FunctionalInterface
  interface Taker {
    void take(Object element) throws IOException;
  }

  /** Sends the elements as they come. */
  void writeTo(Output output) throws IOException {
    each(element -> output.write(Arguments.data(element, where + ", an element of the body")));
  }

  /** Takes the elements as they come. */
  void each(Taker taker) throws IOException {
    try (Scope _ = Scope.open(invocation)) {
      Walk walk = stream.walk();
      try {
        for (Object each = walk.pull(); each != null; each = walk.pull()) {
          taker.take(each);
        }
      } catch (Throwable error) {
        walk.abandon();
        throw error;
      }
    }
  }
}
