package yona.language.runtime;

import java.util.Locale;

/**
 * What of the world outside a program may touch, when its host grants it by name. A program that
 * the {@code yona} command runs has all of them. The Java classes that a program sees are granted
 * by {@link yona.language.interop.JavaClasses}.
 */
public enum Grant {
  /** Files and folders: reading, writing, watching, and what paths lead to. */
  FILES("files"),
  /** Other processes: starting them, and what they say. */
  PROCESSES("processes"),
  /** Other machines and this one's ports: listening, connecting, datagrams. */
  NETWORK("the network"),
  /**
   * What can be known of the process and the machine: environment variables, user, host name,
   * folders, operating system, memory.
   */
  ENVIRONMENT("the environment"),
  /** Reading from standard input. */
  INPUT("standard input"),
  /**
   * Writing to standard output and standard error. A program whose output the host takes needs no
   * grant to write.
   */
  OUTPUT("standard output"),
  /** Ending itself with an exit status: {@code System::exit}. */
  EXIT("the end of the process");

  private final String subject;

  Grant(String subject) {
    this.subject = subject;
  }

  /** What it opens, as a message names it: {@code files}. */
  public String subject() {
    return subject;
  }

  /** The name as it stands in summaries of modules. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The grant of a {@link #word}. */
  public static Grant of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
