package yona.redis.generator;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import yona.redis.command.Argument;

/**
 * An argument as a parameter of a Java method.
 *
 * @param argument of the table
 * @param kind of parameter
 * @param name in Java
 */
record Parameter(Argument argument, Kind kind, String name) {
  /** What a parameter is in Java. */
  enum Kind {
    /** A String in one form of the method, a BulkString in the other. */
    BYTES,
    /** A String. */
    TEXT,
    /** A score that bounds: a double in one form of the method, a String in the other. */
    SCORE,
    /** A rank that bounds, or a score or a member: a long in one form, else as BYTES. */
    RANK,
    /** A long. */
    INTEGER,
    /** A double. */
    DOUBLE,
    /** A boolean, for YES and NO, or ON and OFF. */
    BOOLEAN,
    /** One of the words of an enumeration. */
    WORD,
    /** An object of a class of its own. */
    CHOICE,
    /** Pairs of bytes: a Map in one form of the method, BulkStrings in turn in the other. */
    PAIRS,
    /** Pairs of texts: a Map. */
    TEXT_PAIRS,
    /** Pairs of integers, in turn. */
    INTEGER_PAIRS,
    /** Pairs of floating point numbers, in turn. */
    DOUBLE_PAIRS,
    /** Members with scores. */
    SCORED,
    /** Members with places. */
    PLACED,
    /** What is told by description. */
    OTHER
  }

  /** Enumerations by their words. */
  static final Map<String, String> WORDS =
      Map.of(
          "LEFT RIGHT", "ListEnd",
          "BEFORE AFTER", "InsertPosition",
          "MIN MAX", "ScoreEnd",
          "M KM FT MI", "DistanceUnit",
          "AND OR XOR NOT", "BitOperation",
          "SLOW LARGE-REQUEST LARGE-REPLY", "LoggedKind",
          "SUM MIN MAX", "ScoreAggregate",
          "NORMAL MASTER REPLICA PUBSUB", "ClientType",
          "NORMAL MASTER PRIMARY SLAVE REPLICA PUBSUB", "ClientType",
          "WRAP SAT FAIL", "BitOverflow");

  /** Classes of choices, by alternatives: commands with the same ones share a class. */
  private static final Map<List<Argument>, String> CHOICES = new HashMap<>();

  private static final Set<String> KEYWORDS = Set.of("function", "default", "for", "import");

  static Parameter of(Argument argument) {
    Kind kind = kind(argument);
    return new Parameter(argument, kind, name(argument, kind));
  }

  private static Kind kind(Argument argument) {
    return switch (argument.kind()) {
      case VALUE ->
          switch (Objects.requireNonNull(argument.type())) {
            case KEY, STRING, PATTERN -> Kind.BYTES;
            case TEXT -> Kind.TEXT;
            case SCORE -> Kind.SCORE;
            case RANK -> Kind.RANK;
            case INTEGER -> Kind.INTEGER;
            case DOUBLE -> Kind.DOUBLE;
          };
      case CHOICE -> {
        String words = words(argument);
        yield words.equals("YES NO") || words.equals("ON OFF")
            ? Kind.BOOLEAN
            : WORDS.containsKey(words) ? Kind.WORD : Kind.CHOICE;
      }
      case BLOCK -> pairs(argument);
      case TOKEN, COUNT -> throw new IllegalArgumentException(argument + " is no parameter");
    };
  }

  private static Kind pairs(Argument block) {
    String types =
        block.parts().stream()
            .map(part -> part.token() == null ? String.valueOf(part.type()) : "?")
            .collect(Collectors.joining(" "));
    return switch (types) {
      case "DOUBLE STRING" -> Kind.SCORED;
      case "DOUBLE DOUBLE STRING" -> Kind.PLACED;
      case "INTEGER INTEGER" -> Kind.INTEGER_PAIRS;
      case "DOUBLE DOUBLE" -> Kind.DOUBLE_PAIRS;
      case "TEXT TEXT" -> Kind.TEXT_PAIRS;
      case "KEY STRING", "STRING STRING" -> Kind.PAIRS;
      default -> Kind.OTHER;
    };
  }

  /** The words of a choice; empty if there is anything else in it. */
  static String words(Argument choice) {
    return choice.parts().stream().allMatch(part -> part.kind() == Argument.Kind.TOKEN)
        ? choice.parts().stream().map(Argument::token).collect(Collectors.joining(" "))
        : "";
  }

  private static String name(Argument argument, Kind kind) {
    String name = argument.name();
    if (name.isEmpty()) {
      name =
          argument.token() != null
              ? argument.key()
              : argument.parts().stream().map(Argument::name).collect(Collectors.joining(" and "));
    }
    String camel = camel(name);
    boolean several = argument.isRepeated() && kind != Kind.SCORED && kind != Kind.PLACED;
    return kind == Kind.SCORED || kind == Kind.PLACED
        ? "members"
        : (several && !camel.endsWith("s") ? camel + "s" : camel)
            + (KEYWORDS.contains(camel) && !several ? "Name" : "");
  }

  /** Words in lower case, all but the first with a capital. */
  static String camel(String words) {
    StringBuilder camel = new StringBuilder();
    for (String word : words.toLowerCase(Locale.ROOT).split("[ _-]", -1)) {
      camel.append(camel.isEmpty() ? word : capital(word));
    }
    return camel.toString();
  }

  static String capital(String word) {
    return Character.toUpperCase(word.charAt(0)) + word.substring(1);
  }

  /** Whether it may be bytes. */
  boolean hasBytes() {
    return kind == Kind.BYTES || kind == Kind.PAIRS || kind == Kind.RANK;
  }

  /** Whether it is a bound, which may be a number. */
  boolean isBound() {
    return kind == Kind.SCORE || kind == Kind.RANK;
  }

  /** Whether it is an array of texts or bytes if it is repeated. */
  boolean isObjects() {
    return kind == Kind.BYTES || kind == Kind.TEXT || kind == Kind.PAIRS;
  }

  boolean isRepeated() {
    return argument.isRepeated();
  }

  /**
   * The type.
   *
   * @param form of the method
   * @param owner what the class of a choice begins with
   * @param last whether it is the last parameter
   */
  String type(Form form, String owner, boolean last) {
    String one =
        switch (kind) {
          case BYTES -> form.bytes() ? "BulkString" : "String";
          case TEXT -> "String";
          case SCORE -> form.numbers() ? "double" : "String";
          case RANK -> form.numbers() ? "long" : form.bytes() ? "BulkString" : "String";
          case INTEGER -> "long";
          case DOUBLE -> "double";
          case BOOLEAN -> "boolean";
          case WORD -> Objects.requireNonNull(WORDS.get(words(argument)));
          case CHOICE -> choiceClass(owner);
          case PAIRS -> form.bytes() ? "BulkString" : "";
          case TEXT_PAIRS -> "";
          case INTEGER_PAIRS -> "long";
          case DOUBLE_PAIRS -> "double";
          case SCORED -> "ScoredMember";
          case PLACED -> "GeoMember";
          case OTHER -> "List<?>";
        };
    if (one.isEmpty()) {
      return "Map<String, String>";
    }
    return kind == Kind.OTHER || !isRepeated() ? one : one + (last ? "..." : "[]");
  }

  String choiceClass(String owner) {
    return CHOICES.computeIfAbsent(argument.parts(), _ -> owner + capital(camel(argument.name())));
  }

  /** As an option, as {@code Command.of} takes it. */
  String described() {
    return switch (kind) {
      case SCORE, RANK -> name;
      case BYTES, TEXT -> isRepeated() ? "List.of(" + name + ")" : name;
      case INTEGER, DOUBLE -> isRepeated() ? "CommandOptions.list(" + name + ")" : name;
      case BOOLEAN -> name + " ? " + truth();
      case WORD -> name + ".word()";
      case CHOICE -> isRepeated() ? "CommandOptions.list(" + name + ")" : name + ".chosen()";
      case PAIRS, INTEGER_PAIRS, DOUBLE_PAIRS -> "CommandOptions.pairs(" + name + ")";
      case TEXT_PAIRS, OTHER -> name;
      case SCORED, PLACED -> "CommandOptions.list(" + name + ")";
    };
  }

  /** The same in the form with Strings. */
  String described(Form form) {
    return kind == Kind.PAIRS && !form.bytes() ? name : described();
  }

  /** As {@code Command.flat} and {@code Command.given} take it. */
  String flat() {
    return switch (kind) {
      case BOOLEAN -> name + " ? " + truth();
      case WORD -> name + ".word()";
      default -> name;
    };
  }

  private String truth() {
    List<Argument> words = argument.parts();
    return '"' + words.get(0).token() + "\" : \"" + words.get(1).token() + '"';
  }

  /** How many elements it has. */
  String count(Form form) {
    return switch (kind) {
      case PAIRS -> form.bytes() ? "(long) " + name + ".length / 2" : "(long) " + name + ".size()";
      case TEXT_PAIRS -> "(long) " + name + ".size()";
      default -> "(long) " + name + ".length";
    };
  }

  /** Whether it can be written word by word. */
  boolean isFlat() {
    return kind != Kind.CHOICE && kind != Kind.OTHER;
  }

  /** What it is, for the documentation. */
  String documentation(Form form) {
    String words = Wording.of(argument.name());
    return switch (kind) {
      case PAIRS ->
          form.bytes()
              ? argument.parts().get(0).name()
                  + " and "
                  + argument.parts().get(1).name()
                  + " in turn"
              : "from " + argument.parts().get(0).name() + " to " + argument.parts().get(1).name();
      case TEXT_PAIRS ->
          "from " + argument.parts().get(0).name() + " to " + argument.parts().get(1).name();
      case INTEGER_PAIRS, DOUBLE_PAIRS ->
          argument.parts().get(0).name().replace('-', ' ')
              + " and "
              + argument.parts().get(1).name().replace('-', ' ')
              + " in turn";
      case SCORED -> "members with their scores";
      case PLACED -> "members with their places";
      case BOOLEAN ->
          "true for "
              + argument.parts().get(0).token()
              + ", false for "
              + argument.parts().get(1).token();
      case OTHER -> "as {@link Command#of} takes it";
      case SCORE ->
          words
              + (form.numbers()
                  ? ", included"
                  : ", included, or after {@code (} excluded; {@code -inf} and {@code +inf} are no"
                      + " bounds");
      case RANK ->
          words
              + (form.numbers()
                  ? ", as a rank: from 0, or from the end if negative"
                  : ", as a rank, or as a score or a member if the options say so");
      case INTEGER, DOUBLE, TEXT, BYTES, WORD, CHOICE -> isRepeated() ? "each: " + words : words;
    };
  }
}
