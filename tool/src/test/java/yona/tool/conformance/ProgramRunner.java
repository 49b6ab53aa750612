package yona.tool.conformance;

/** Runs programs, one at a time. */
public interface ProgramRunner extends AutoCloseable {
  /**
   * Runs a program in a folder that holds exactly its files.
   *
   * @throws java.io.UncheckedIOException if it could not be run or did not end in time
   */
  Outcome run(ConformanceProgram program);

  @Override
  void close();
}
