package yona.language.diagnostics;

/** How bad a {@link Diagnostic} is. */
public enum Severity {
  /** The program does not run. */
  ERROR,
  /** The program runs, but probably does not do what its text suggests. */
  WARNING
}
