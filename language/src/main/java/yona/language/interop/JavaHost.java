package yona.language.interop;

/** What defines the classes of a program and knows which Java classes the program may see. */
public interface JavaHost {
  /** The Java classes of the program. */
  JavaClasses java();
}
