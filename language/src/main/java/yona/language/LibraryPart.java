package yona.language;

import org.jspecify.annotations.Nullable;

/**
 * The parts of the standard library. Each is an artifact and a Java module of its own, so that
 * whoever does not use a part need not have what it needs. All modules of a part but those of
 * {@link #BASE} are in one folder, which no other part has: a package is in one Java module only.
 *
 * <p>The list is fixed. So what is known of a part is in a class whose name is known, for which no
 * jar has to be opened before it is needed, and a module of a part that is not there is an error
 * that says where the part is to be had.
 */
public enum LibraryPart {
  /** What all other parts need: the modules that are in no folder of another part. */
  BASE("", "yona-library", "yona.library"),

  /** What asks Redis and Valkey. */
  REDIS("redis"),

  /** The HTTP server. */
  HTTP("http"),

  /** The modules for databases. */
  SQL("sql"),

  /** Other languages of GraalVM's engine: a part of its binding, and of no distribution. */
  POLYGLOT("polyglot", "yona-graal", "yona.graal", "js"),

  /** Libraries of Haskell: a part of its binding, and of no distribution. */
  HASKELL("haskell", "yona-haskell", "yona.haskell", "haskell");

  private final String folder;
  private final String artifact;
  private final String javaModule;

  /** A language for which a project gets the part; null if all have it. */
  private final @Nullable String language;

  LibraryPart(String folder) {
    this(folder, "yona-library-" + folder, "yona.library." + folder);
  }

  LibraryPart(String folder, String artifact, String javaModule) {
    this(folder, artifact, javaModule, null);
  }

  LibraryPart(String folder, String artifact, String javaModule, @Nullable String language) {
    this.folder = folder;
    this.artifact = artifact;
    this.javaModule = javaModule;
    this.language = language;
  }

  /**
   * The part that a standard module belongs to, or would belong to if there were one.
   *
   * @param fqn its qualified name
   */
  public static LibraryPart of(String fqn) {
    for (LibraryPart part : values()) {
      if (part != BASE && fqn.startsWith(part.prefix())) {
        return part;
      }
    }
    return BASE;
  }

  /**
   * The part that a class belongs to, if it is one of a standard module.
   *
   * @param name its internal name: {@code yona/module/Seq$map}
   */
  public static LibraryPart ofClass(String name) {
    String modules = CompilationModules.className("");
    return name.startsWith(modules)
        ? of(name.substring(modules.length()).replace('/', '\\'))
        : BASE;
  }

  /**
   * The part of an artifact.
   *
   * @param name the artifact's name
   */
  static LibraryPart ofArtifact(String name) {
    for (LibraryPart part : values()) {
      if (part.artifact().equals(name)) {
        return part;
      }
    }
    throw new IllegalArgumentException("no part of the standard library is in " + name);
  }

  /** The name of the artifact, of the group {@code org.yona-lang}. */
  public String artifact() {
    return artifact;
  }

  /** The name of the Java module. */
  public String javaModule() {
    return javaModule;
  }

  /** Whether it is for another language: of its binding, and of no distribution. */
  public boolean isOfBinding() {
    return language != null;
  }

  /** What to do where it is missing, as a sentence without a point. */
  String remedy() {
    return (isOfBinding()
            ? "In a project write languages = [\""
                + language
                + "\"] below [project] in yona.toml; in a Java program add"
            : "Add")
        + " the dependency org.yona-lang:"
        + artifact
        + "; a host that is a Java module also requires "
        + javaModule;
  }

  /** What the qualified names of its modules begin with. */
  String prefix() {
    return this == BASE ? "" : folder + "\\";
  }
}
