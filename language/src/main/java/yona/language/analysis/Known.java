package yona.language.analysis;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import yona.data.Kind;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Text;
import yona.data.Tuple;
import yona.language.runtime.Signature;

/**
 * What is known of a value when compiling: kinds that it may be of, one bit for each place in the
 * order of values. Values of kinds with different places are never equal; numbers have one place.
 *
 * @param kinds the bits; none if there is no value at all
 * @param element what all elements of the value are if it is a Seq or Set, or all keys if it is a
 *     Dict; null if they may be anything
 * @param parts what its parts are if it is a tuple; null if they may be any, as many as they may be
 * @param symbols which ones it may be if it is a Symbol; null if it may be any
 */
record Known(
    int kinds,
    @Nullable Known element,
    @Nullable List<Known> parts,
    @Nullable Set<Symbol> symbols) {
  static final int NUMBER = bit(Kind.INTEGER);
  static final int SEQ = bit(Kind.SEQ);
  static final int SET = bit(Kind.SET);
  static final int DICT = bit(Kind.DICT);
  static final int TUPLE = bit(Kind.TUPLE);
  static final int FUNCTION = bit(Kind.FUNCTION);
  static final int MODULE = bit(Kind.MODULE);
  static final int RESOURCE = bit(Kind.RESOURCE);
  private static final int COLLECTION = SEQ | SET | DICT;

  static final Known ANYTHING = new Known((bit(Kind.NATIVE) << 1) - 1);

  /** Of what raises an error instead. */
  static final Known NEVER = new Known(0);

  static final Known UNIT = new Known(bit(Kind.UNIT));
  static final Known ANY_NUMBER = new Known(NUMBER);
  static final Known BOOLEAN = new Known(bit(Kind.BOOLEAN));
  static final Known CHAR = new Known(bit(Kind.CHAR));
  static final Known SYMBOL = new Known(bit(Kind.SYMBOL));
  static final Known TEXT = collection(SEQ, CHAR);
  static final Known BYTES = collection(SEQ, ANY_NUMBER);

  /** Of a longer literal only the kind is known, and of more Symbols that each may be any. */
  private static final int LONGEST = 16;

  Known(int kinds) {
    this(kinds, null, null, null);
  }

  private static int bit(Kind kind) {
    return 1 << kind.rank();
  }

  static Known collection(int kind, @Nullable Known element) {
    return new Known(kind, ANYTHING.equals(element) ? null : element, null, null);
  }

  static Known tuple(List<Known> parts) {
    return new Known(TUPLE, null, parts, null);
  }

  static Known tuple(Known... parts) {
    return tuple(List.of(parts));
  }

  /** A record: a tuple with the name of its type before its fields. */
  static Known record(String type, List<Known> fields) {
    List<Known> parts = new ArrayList<>(fields.size() + 1);
    parts.add(symbol(type));
    parts.addAll(fields);
    return tuple(parts);
  }

  /** One of these Symbols. */
  static Known symbol(String... names) {
    Set<Symbol> symbols = new HashSet<>();
    for (String name : names) {
      symbols.add(Symbol.of(name));
    }
    return new Known(SYMBOL.kinds, null, null, symbols);
  }

  /** What is known of a constant. */
  static Known of(Object value) {
    return switch (value) {
      case Symbol symbol -> new Known(SYMBOL.kinds, null, null, Set.of(symbol));
      case Seq seq when seq.isKnownText() -> TEXT;
      case Seq seq -> {
        Known element = NEVER;
        for (long i = 0; i < Math.min(seq.length(), LONGEST); i++) {
          element = element.or(of(seq.get(i)));
        }
        yield collection(SEQ, seq.length() > LONGEST ? null : element);
      }
      case Tuple tuple when tuple.length() <= LONGEST -> {
        List<Known> parts = new ArrayList<>();
        for (int i = 0; i < tuple.length(); i++) {
          parts.add(of(tuple.get(i)));
        }
        yield tuple(parts);
      }
      default -> new Known(bit(Kind.of(value)));
    };
  }

  /**
   * The kinds that a parameter takes.
   *
   * @param words as a {@link Signature} has them
   */
  static Known taken(List<String> words) {
    Known taken = NEVER;
    for (String word : words) {
      taken = taken.or(taken(word));
    }
    return taken;
  }

  private static Known taken(String word) {
    return switch (word) {
      case "String", "Bytes", "Seq" -> new Known(SEQ);
      case "Set" -> new Known(SET);
      case "Dict" -> new Known(DICT);
      case "tuple" -> new Known(TUPLE);
      case "Int", "Byte", "Big", "Float", "number" -> ANY_NUMBER;
      case "Char" -> CHAR;
      case "Symbol" -> SYMBOL;
      case "Boolean" -> BOOLEAN;
      default -> {
        if (word.startsWith(Signature.RESOURCE)) {
          yield new Known(RESOURCE);
        }
        yield word.startsWith(Signature.FUNCTION) ? new Known(FUNCTION) : ANYTHING;
      }
    };
  }

  boolean isAnything() {
    return kinds == ANYTHING.kinds;
  }

  /** Whether there is no value at all. */
  boolean isNever() {
    return kinds == 0;
  }

  /** Whether it is of the kinds of another one in any case. */
  boolean isOnly(Known other) {
    return (kinds & ~other.kinds) == 0;
  }

  boolean may(int others) {
    return (kinds & others) != 0;
  }

  /** The kinds of a value that is one of two. */
  Known or(Known other) {
    if (kinds == 0 || other.kinds == 0) {
      return kinds == 0 ? other : this;
    }
    return new Known(
        kinds | other.kinds,
        !may(COLLECTION) || !other.may(COLLECTION)
            ? may(COLLECTION) ? element : other.element
            : either(element, other.element),
        !may(TUPLE) || !other.may(TUPLE)
            ? may(TUPLE) ? parts : other.parts
            : either(parts, other.parts),
        !may(SYMBOL.kinds) || !other.may(SYMBOL.kinds)
            ? may(SYMBOL.kinds) ? symbols : other.symbols
            : either(symbols, other.symbols));
  }

  private static @Nullable Known either(@Nullable Known one, @Nullable Known other) {
    Known both = one == null || other == null ? null : one.or(other);
    return both == null || both.isAnything() ? null : both;
  }

  private static @Nullable List<Known> either(
      @Nullable List<Known> one, @Nullable List<Known> other) {
    if (one == null || other == null || one.size() != other.size()) {
      return null;
    }
    List<Known> both = new ArrayList<>(one.size());
    for (int i = 0; i < one.size(); i++) {
      both.add(one.get(i).or(other.get(i)));
    }
    return both;
  }

  private static @Nullable Set<Symbol> either(
      @Nullable Set<Symbol> one, @Nullable Set<Symbol> other) {
    if (one == null || other == null) {
      return null;
    }
    Set<Symbol> both = new HashSet<>(one);
    both.addAll(other);
    return both.size() > LONGEST ? null : both;
  }

  /** Whether it may be one of several Symbols that are known. */
  boolean hasSeveralSymbols() {
    return symbols != null && symbols.size() > 1;
  }

  /** The same where each Symbol may be any. */
  Known ofAnySymbols() {
    return new Known(
        kinds,
        element == null ? null : element.ofAnySymbols(),
        parts == null ? null : parts.stream().map(Known::ofAnySymbols).toList(),
        null);
  }

  /** The kinds of each element of a Seq. */
  Known elements() {
    return element == null ? ANYTHING : element;
  }

  /** Whether no value of which this is known equals one of which the other is. */
  boolean differs(Known other) {
    if (kinds == 0 || other.kinds == 0) {
      return false;
    }
    int common = kinds & other.kinds;
    return (common & ~(SYMBOL.kinds | TUPLE)) == 0
        && ((common & SYMBOL.kinds) == 0 || areOthers(symbols, other.symbols))
        && ((common & TUPLE) == 0 || areOthers(parts, other.parts));
  }

  private static boolean areOthers(@Nullable Set<Symbol> symbols, @Nullable Set<Symbol> others) {
    return symbols != null && others != null && Collections.disjoint(symbols, others);
  }

  private static boolean areOthers(@Nullable List<Known> parts, @Nullable List<Known> others) {
    return parts != null
        && others != null
        && (parts.size() != others.size() || firstDifference(parts, others) < parts.size());
  }

  /** Whether no value of which this is known equals a constant, which may have elements. */
  boolean differsFrom(Object constant) {
    Known other = of(constant);
    return differs(other)
        || (kinds == SEQ
            && constant instanceof Seq seq
            && !seq.isEmpty()
            && elements().differs(other.elements()));
  }

  /** Whether both, if they are of one kind at all, are tuples of one size. */
  boolean hasPartsAs(Known other) {
    return (kinds & other.kinds) == TUPLE
        && parts != null
        && other.parts != null
        && parts.size() == other.parts.size();
  }

  /** The first of the parts that differ, or the number of parts, of two tuples of one size. */
  int firstDifference(Known other) {
    return firstDifference(parts, other.parts);
  }

  private static int firstDifference(List<Known> parts, List<Known> others) {
    int part = 0;
    while (part < parts.size() && !parts.get(part).differs(others.get(part))) {
      part++;
    }
    return part;
  }

  /** Whether it is known which Symbols it may be, or which ones a part of it. */
  boolean namesSymbols() {
    return (may(SYMBOL.kinds) && symbols != null)
        || (may(TUPLE) && parts != null && parts.stream().anyMatch(Known::namesSymbols));
  }

  /** The kinds with their articles, and Symbols by name: "a number or a string". */
  String text() {
    List<String> names = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      if (may(bit(kind)) && (names.isEmpty() || !names.getLast().equals(name(kind)))) {
        names.add(name(kind));
      }
    }
    return names.isEmpty() ? "nothing" : either(names);
  }

  private static String either(List<String> names) {
    int last = names.size() - 1;
    return last == 0
        ? names.getFirst()
        : String.join(", ", names.subList(0, last)) + " or " + names.get(last);
  }

  private String name(Kind kind) {
    return switch (kind) {
      case UNIT -> "()";
      case BOOLEAN -> "a Boolean";
      case INTEGER, BYTE, BIG, FLOAT -> "a number";
      case CHAR -> "a Char";
      case SYMBOL ->
          symbols == null
              ? "a Symbol"
              : either(symbols.stream().map(Text::source).sorted().toList());
      case TUPLE -> parts == null ? "a tuple" : tupleName(parts);
      case SEQ ->
          CHAR.equals(element)
              ? "a string"
              : ANY_NUMBER.equals(element) ? "a Seq of numbers" : "a Seq";
      case SET -> "a Set";
      case DICT -> "a Dict";
      case FUNCTION -> "a function";
      case MODULE -> "a module";
      case RESOURCE, NATIVE -> "a resource";
    };
  }

  /** The Symbols in a tuple tell what it is: "(:ok, _)"; records have names like types. */
  private static String tupleName(List<Known> parts) {
    String type = parts.isEmpty() ? "" : parts.getFirst().text();
    if (type.startsWith(":") && Character.isUpperCase(type.charAt(1)) && type.indexOf(' ') < 0) {
      return "a record of type " + type.substring(1);
    }
    return parts.stream().noneMatch(Known::namesSymbols)
        ? "a tuple of " + parts.size()
        : parts.stream()
            .map(part -> part.namesSymbols() ? part.text() : "_")
            .collect(Collectors.joining(", ", "(", ")"));
  }
}
