package yona.graal;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import yona.async.Scope;
import yona.io.console.Console;
import yona.language.runtime.Grant;
import yona.language.runtime.Invocation;

/** What other languages print: it goes where the program prints that calls them. */
final class RunOutput extends OutputStream {
  private final YonaContext.Adoption program;
  private final Invocation.Stream stream;

  RunOutput(YonaContext.Adoption program, Invocation.Stream stream) {
    this.program = program;
    this.stream = stream;
  }

  @Override
  public void write(int single) throws IOException {
    write(new byte[] {(byte) single}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    byte[] text = Arrays.copyOfRange(bytes, offset, offset + length);
    try (Scope _ = Scope.openFor(program.scope(), program.invocation())) {
      Invocation.require(Grant.OUTPUT);
      Invocation.Output elsewhere = Invocation.output();
      if (elsewhere != null) {
        elsewhere.write(stream, text);
      } else if (stream == Invocation.Stream.ERROR) {
        Console.printError(text);
      } else {
        Console.print(text);
      }
    }
  }
}
