package yona.graal;

import java.nio.file.Files;
import java.nio.file.Path;
import yona.language.embedding.Engine;

/** Runs a program of Yona in a file, and prints its value. */
final class ProgramMain {
  private ProgramMain() {}

  public static void main(String[] arguments) throws Exception {
    System.out.println(Engine.create().evaluate(Files.readString(Path.of(arguments[0]))).source());
  }
}
