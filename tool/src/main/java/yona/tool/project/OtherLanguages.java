package yona.tool.project;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import yona.language.LibraryPart;

/** The other languages that a project can have, and the artifacts that they are in. */
public final class OtherLanguages {
  private static final String GROUP = "org.yona-lang:";

  /** 25.0.4 wants a newer JDK for its compiler. */
  private static final String ENGINE_VERSION = "25.0.3";

  private static final List<String> ENGINE =
      List.of("org.graalvm.polyglot:polyglot", "org.graalvm.truffle:truffle-runtime");

  private static final Map<String, Language> LANGUAGES =
      new TreeMap<>(
          Map.of(
              "haskell",
              new Language(LibraryPart.HASKELL),
              "js",
              new Language(LibraryPart.POLYGLOT, "org.graalvm.js:js-language"),
              "python",
              new Language(
                  LibraryPart.POLYGLOT,
                  "org.graalvm.python:python-language",
                  "org.graalvm.python:python-resources")));

  private OtherLanguages() {}

  /**
   * A language.
   *
   * @param part what brings it to Yona
   * @param artifacts what it needs of GraalVM
   */
  private record Language(LibraryPart part, List<String> artifacts) {
    Language(LibraryPart part, String... artifacts) {
      this(part, List.of(artifacts));
    }
  }

  /** The ids of all languages, in ascending order. */
  static List<String> ids() {
    return List.copyOf(LANGUAGES.keySet());
  }

  /** Whether it brings a language to Yona; what it needs of Yona runs already. */
  static boolean isOfYona(Dependency dependency) {
    return LANGUAGES.values().stream()
        .anyMatch(language -> dependency.name().equals(GROUP + language.part.artifact()));
  }

  /**
   * The artifacts that the languages of a project need.
   *
   * @param ids those of {@link #ids}
   * @param version Yona's
   */
  public static List<Dependency> artifacts(List<String> ids, String version) {
    List<Language> languages = ids.stream().map(LANGUAGES::get).toList();
    List<Dependency> all = new ArrayList<>();
    for (LibraryPart part : languages.stream().map(Language::part).distinct().toList()) {
      add(GROUP + part.artifact(), version, all);
      if (part == LibraryPart.POLYGLOT) {
        ENGINE.forEach(name -> add(name, ENGINE_VERSION, all));
      }
    }
    for (Language language : languages) {
      language.artifacts.forEach(name -> add(name, ENGINE_VERSION, all));
    }
    return all;
  }

  private static void add(String name, String version, List<Dependency> all) {
    Dependency dependency = Dependency.of(name, version);
    if (dependency != null) {
      all.add(dependency);
    }
  }
}
