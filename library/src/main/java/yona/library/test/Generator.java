package yona.library.test;

import java.util.List;
import yona.data.Char;
import yona.data.Dict;
import yona.data.Kind;
import yona.data.Opaque;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Set;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.language.runtime.Function;

/**
 * Makes random values for properties. The simplest value, to which others shrink, is 0 or what is
 * nearest, the shortest text or collection, the first of several.
 */
public final class Generator extends Opaque {
  /** How many values a filter looks at. */
  private static final int TRIES = 100;

  /** The longest text. */
  private static final int LONGEST_TEXT = 24;

  private static final int[] SPECIAL = {
    ' ', '"', '\\', '{', '}', '\n', '\r', '\t', 0, 0x7f, 0x85, 0xa0, 0xdf, 0x130, 0x301, 0x200d,
    0x2028, 0xfeff, 0xfffd, 0xffff, 0x1f600, 0x10ffff
  };

  private interface Maker {
    Object make(Draw draw);
  }

  private final String name;
  private final Maker maker;

  private Generator(String name, Maker maker) {
    this.name = name;
    this.maker = maker;
  }

  Object make(Draw draw) {
    return maker.make(draw);
  }

  @Override
  public Kind kind() {
    return Kind.RESOURCE;
  }

  @Override
  public String source() {
    return "<generator " + name + ">";
  }

  /** Ints from one bound to the other, both included, of which the first is not greater. */
  public static Generator ints(long low, long high) {
    return new Generator("ints", draw -> integer(draw, low, high));
  }

  /** The simplest Int is 0 or the bound nearest to it; then those around it in turn. */
  private static long integer(Draw draw, long low, long high) {
    long origin = Math.clamp(0, low, high);
    long below = origin - low;
    long above = high - origin;
    long both = Long.compareUnsigned(below, above) < 0 ? below : above;
    long rank = draw.upTo(high - low);
    if (Long.compareUnsigned(rank, 2 * both) > 0) {
      long distance = rank - both;
      return Long.compareUnsigned(above, below) > 0 ? origin + distance : origin - distance;
    }
    return (rank & 1) == 1 ? origin + (rank >>> 1) + 1 : origin - (rank >>> 1);
  }

  /** Floats from one bound to the other, both included; both are finite. */
  public static Generator floats(double low, double high) {
    return new Generator("floats", draw -> decimal(draw, low, high));
  }

  private static double decimal(Draw draw, double low, double high) {
    long least = (long) Math.max(Math.ceil(low), -1e15);
    long greatest = (long) Math.min(Math.floor(high), 1e15);
    int form = draw.below(8);
    if (form < 4 && least <= greatest) {
      return integer(draw, least, greatest);
    }
    double value =
        switch (form) {
          case 0, 1, 2, 3 -> 0;
          case 4, 5 -> integer(draw, -8000, 8000) / 8.0;
          case 6 -> draw.below(2) == 0 ? low : high;
          default -> {
            double part = draw.upTo((1L << 53) - 1) / (double) (1L << 53);
            // The distance of two large bounds is no Float.
            yield low * (1 - part) + high * part;
          }
        };
    return Math.clamp(value, low, high);
  }

  /** Strings of characters of all planes, empty ones too. */
  public static Generator strings() {
    return new Generator(
        "strings",
        draw -> {
          SeqBuilder text = Seq.builder();
          for (int wanted = draw.wanted(LONGEST_TEXT), n = 0;
              n < LONGEST_TEXT && draw.more(wanted - n);
              n++) {
            text.add(Char.of(character(draw)));
          }
          return text.buildText();
        });
  }

  private static int character(Draw draw) {
    return switch (draw.below(10)) {
      case 0, 1, 2, 3, 4 -> 'a' + draw.below(26);
      case 5 -> draw.below(0x80);
      case 6 -> SPECIAL[draw.below(SPECIAL.length)];
      case 7 -> 0x80 + draw.below(0x780);
      case 8 -> {
        int point = draw.below(0x10000 - 0x800);
        yield point < 0xd800 ? point : point + 0x800;
      }
      default -> 0x10000 + draw.below(0x100000);
    };
  }

  /** Both Booleans. */
  public static Generator bools() {
    return new Generator("bools", draw -> draw.below(2) == 1);
  }

  /** Symbols. */
  public static Generator symbols() {
    return new Generator(
        "symbols",
        draw -> {
          StringBuilder name = new StringBuilder().append((char) ('a' + draw.below(26)));
          for (int wanted = draw.wanted(8), n = 0; n < 8 && draw.more(wanted - n); n++) {
            name.append("abcdefghijklmnopqrstuvwxyz_0123456789ABCXYZ".charAt(draw.below(43)));
          }
          return Symbol.of(name.toString());
        });
  }

  /** One of some values, at least one. */
  public static Generator oneOf(Seq values) {
    int most = (int) Math.min(values.length(), Integer.MAX_VALUE);
    return new Generator("one_of", draw -> values.get(draw.below(most)));
  }

  /** Seqs of up to so many elements. */
  public static Generator seqs(int longest, Generator elements) {
    return new Generator(
        "seqs",
        draw -> {
          SeqBuilder seq = Seq.builder();
          for (int wanted = draw.wanted(longest), n = 0;
              n < longest && draw.more(wanted - n);
              n++) {
            seq.add(elements.make(draw));
          }
          return seq.build();
        });
  }

  /** Sets of up to so many elements. */
  public static Generator sets(int longest, Generator elements) {
    return new Generator(
        "sets",
        draw -> {
          Set.Builder set = Set.builder();
          for (int wanted = draw.wanted(longest), n = 0;
              n < longest && draw.more(wanted - n);
              n++) {
            set.add(elements.make(draw));
          }
          return set.build();
        });
  }

  /** Dicts of up to so many entries. */
  public static Generator dicts(int longest, Generator keys, Generator values) {
    return new Generator(
        "dicts",
        draw -> {
          Dict.Builder dict = Dict.builder();
          for (int wanted = draw.wanted(longest), n = 0;
              n < longest && draw.more(wanted - n);
              n++) {
            Object key = keys.make(draw);
            dict.put(key, values.make(draw));
          }
          return dict.build();
        });
  }

  /** Tuples, each element of its generator; at least one. */
  public static Generator tuples(List<Generator> generators) {
    List<Generator> all = List.copyOf(generators);
    return new Generator(
        "tuples", draw -> Tuple.of(all.stream().map(each -> each.make(draw)).toArray()));
  }

  /** What a function gives for the values of a generator. */
  public static Generator mapped(Function f, Generator generator) {
    return new Generator("map_generator", draw -> f.apply(generator.make(draw)));
  }

  /** The values of a generator that satisfy a predicate. */
  public static Generator filtered(
      java.util.function.Predicate<Object> predicate, Generator generator) {
    return new Generator(
        "filter_generator",
        draw -> {
          for (int i = 0; i < TRIES; i++) {
            Object value = generator.make(draw);
            if (predicate.test(value)) {
              return value;
            }
          }
          throw new Draw.GaveUp("none of " + TRIES + " values satisfied the predicate of a filter");
        });
  }
}
