package yona.language.bytecode;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.data.Checkpoint;
import yona.language.core.CorePattern;
import yona.language.optimize.Types;

/**
 * A value that a match looks at: a subject, or a part of another one. Each has its own local, but
 * for what is left of a cursor.
 */
final class Occurrence {
  /** How it is got from the value that it is a part of. */
  enum Selector {
    SUBJECT,
    TUPLE_ELEMENT,
    /** The type that a record pattern asks for; null if it is no record. */
    RECORD_TYPE,
    SEQ_ELEMENT,
    HEAD,
    TAIL,
    LAST,
    INIT,
    /** Put into its local by a test. */
    GIVEN
  }

  private record Step(Selector selector, int index) {}

  private final @Nullable Occurrence whole;
  private final Step step;
  private final int type;
  private final Map<Step, Occurrence> parts = new HashMap<>();
  private final IdentityHashMap<CorePattern, Map<Integer, Occurrence>> given =
      new IdentityHashMap<>();
  private Place.@Nullable Slot slot;
  private Place.@Nullable Rest rest;

  private Occurrence(@Nullable Occurrence whole, Step step, int type) {
    this.whole = whole;
    this.step = step;
    this.type = type;
  }

  static Occurrence subject(int type, Place.Slot slot) {
    Occurrence subject = new Occurrence(null, new Step(Selector.SUBJECT, 0), type);
    subject.slot = slot;
    return subject;
  }

  /** A subject that is left of a cursor. */
  static Occurrence subject(int type, Place.Rest rest) {
    Occurrence subject = new Occurrence(null, new Step(Selector.SUBJECT, 0), type);
    subject.rest = rest;
    return subject;
  }

  /** The part of this value, one object for each. */
  Occurrence part(Selector selector, int index) {
    Checkpoint.pass();
    return parts.computeIfAbsent(new Step(selector, index), this::part);
  }

  private Occurrence part(Step step) {
    Selector selector = step.selector;
    int type =
        switch (selector) {
          case TAIL, INIT -> Types.SEQ;
          case RECORD_TYPE -> Types.OTHER;
          default -> Types.ANY;
        };
    Occurrence part = new Occurrence(this, step, type);
    if (rest != null && selector == Selector.TAIL) {
      part.rest = new Place.Rest(rest.cursor(), rest.passed() + 1);
    }
    return part;
  }

  /** Where it is if it is what is left of a cursor; else null: it has a local. */
  Place.@Nullable Rest rest() {
    return rest;
  }

  /** The value of a key of a dict pattern, one object for each. */
  Occurrence entry(CorePattern.DictPattern pattern, int key) {
    return given(pattern, key, Types.ANY);
  }

  /** What a Seq has beside the prefix or suffix of a pattern. */
  Occurrence beside(CorePattern.AffixPattern pattern) {
    return given(pattern, 0, Types.SEQ);
  }

  private Occurrence given(CorePattern pattern, int index, int type) {
    return given
        .computeIfAbsent(pattern, _ -> new HashMap<>())
        .computeIfAbsent(index, _ -> new Occurrence(this, new Step(Selector.GIVEN, index), type));
  }

  Occurrence whole() {
    if (whole == null) {
      throw new IllegalStateException("a subject is part of nothing");
    }
    return whole;
  }

  Selector selector() {
    return step.selector();
  }

  int index() {
    return step.index();
  }

  /** The kinds that it may be of before any test. */
  int type() {
    return type;
  }

  /** The local that holds it once it is loaded. */
  Place.Slot slot(Body body) {
    if (slot == null) {
      Representation representation = Representation.of(type);
      slot = new Place.Slot(body.newSlot(representation), representation);
    }
    return slot;
  }
}
