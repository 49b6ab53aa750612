package yona.language.diagnostics;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The fields that the record types of some sources have, and the places where one is read or
 * changed that no type known in that place has. A record brings its type along from anywhere, so
 * whether such a field can be there is known only when all sources are. Not safe for use by several
 * threads.
 */
public final class RecordFields {
  private final Set<String> declared = new TreeSet<>();
  private final Map<Place, Use> uses = new LinkedHashMap<>();

  private record Place(String source, Range at) {}

  private record Use(Source source, String field, Verdict verdict) {}

  /** What is known of a place; of several programs that it belongs to the worst counts. */
  private enum Verdict {
    /** It belongs to no program, as far as is known. */
    OPEN,
    /** In each program that it belongs to, a type has the field. */
    KNOWN,
    /** In a program that it belongs to, none has. */
    UNKNOWN
  }

  /** No fields. */
  public RecordFields() {}

  /**
   * Adds the fields of a record type.
   *
   * @param fields their names
   */
  public void declare(Collection<String> fields) {
    declared.addAll(fields);
  }

  /**
   * Adds a field that is read or changed, and that no type known in that place has.
   *
   * @param source where
   * @param at where in it the name of the field stands
   * @param field the name
   */
  public void use(Source source, Range at, String field) {
    uses.put(new Place(source.name(), at), new Use(source, field, Verdict.OPEN));
  }

  /**
   * Adds those of other sources.
   *
   * @param others fields and places
   */
  public void add(RecordFields others) {
    declared.addAll(others.declared);
    others.uses.forEach(
        (place, use) ->
            uses.merge(place, use, (a, b) -> a.verdict.compareTo(b.verdict) >= 0 ? a : b));
  }

  /**
   * The same of sources that are all there, as a program with its modules is: whether a type has
   * the field is certain for each place.
   *
   * @return a copy
   */
  public RecordFields ofProgram() {
    RecordFields program = new RecordFields();
    program.declared.addAll(declared);
    uses.forEach(
        (place, use) -> {
          Verdict verdict = declared.contains(use.field) ? Verdict.KNOWN : Verdict.UNKNOWN;
          program.uses.put(place, new Use(use.source, use.field, verdict));
        });
    return program;
  }

  /**
   * The places whose field no record type has: errors in programs; warnings in modules without the
   * programs that use them, as these may have records of their own.
   *
   * @return what is to be said of each, in the order in which they were added
   */
  public List<Diagnostic> unknown() {
    List<Diagnostic> all = new ArrayList<>();
    uses.forEach(
        (place, use) -> {
          if (use.verdict == Verdict.UNKNOWN) {
            all.add(
                hinted(
                    Diagnostic.error(
                        Code.UNKNOWN_FIELD,
                        use.source,
                        place.at,
                        "No record type of the program, its modules and the library has a field "
                            + use.field),
                    use.field));
          } else if (use.verdict == Verdict.OPEN && !declared.contains(use.field)) {
            all.add(
                hinted(
                    Diagnostic.warning(
                        Code.UNKNOWN_FIELD,
                        use.source,
                        place.at,
                        "No record type of the module, those that it uses and the library has a"
                            + " field "
                            + use.field),
                    use.field));
          }
        });
    return all;
  }

  private Diagnostic hinted(Diagnostic diagnostic, String field) {
    String near = Suggestion.nearest(field, declared);
    if (near != null) {
      return diagnostic.withHint("Did you mean " + near + "?");
    }
    return declared.isEmpty()
        ? diagnostic.withHint(
            "`.` reads a field of a record, whose type a module declares: record Point = (x, y)")
        : diagnostic;
  }
}
