package yona.redis.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An argument of a command, or a group of them.
 *
 * @param kind what it is
 * @param name as the servers' documentation has it, in lower case; of a group perhaps empty
 * @param token the word before it, or the word that it is; null if there is none
 * @param type of a {@link Kind#VALUE}; else null
 * @param optional whether it may be left out
 * @param repetition how often it stands there
 * @param parts of a block in order, of a choice the alternatives; else none
 * @param key what it is called as an option: its token in lower case if that is a word, else its
 *     name; with {@code _} instead of {@code -}; such as {@code ex} or {@code not_type}; empty for
 *     a group without either
 */
public record Argument(
    Kind kind,
    String name,
    @Nullable String token,
    @Nullable Type type,
    boolean optional,
    Repetition repetition,
    List<Argument> parts,
    String key) {

  /** What an argument is. */
  public enum Kind {
    /** A value that the caller gives. */
    VALUE,
    /** A word alone. */
    TOKEN,
    /** The number of elements of the argument that follows; computed. */
    COUNT,
    /** One of several. */
    CHOICE,
    /** Several, one after the other. */
    BLOCK
  }

  /** What a value is. */
  public enum Type {
    /** Bytes that name a key. */
    KEY,
    /** Any bytes. */
    STRING,
    /** What is a text by nature, such as the name of a parameter. */
    TEXT,
    /** A glob, such as {@code user:*}. */
    PATTERN,
    /** A score that bounds: a number, or a text such as {@code (1} or {@code -inf}. */
    SCORE,
    /** A rank that bounds, or a score or a member, as options of the command say. */
    RANK,
    /** A number of 64 bits. */
    INTEGER,
    /** A floating point number. */
    DOUBLE
  }

  /** How often an argument stands there. */
  public enum Repetition {
    /** Once. */
    ONE,
    /** Once or more, its token only once. */
    SOME,
    /** Any number of times, none too. */
    ANY,
    /** Once or more, with its token each time. */
    EACH
  }

  /** Makes an argument. */
  public Argument {
    Objects.requireNonNull(kind);
    parts = List.copyOf(parts);
  }

  /**
   * Makes an argument whose key follows from its token and its name.
   *
   * @param kind what it is
   * @param name perhaps empty
   * @param token null if there is none
   * @param type of a value, else null
   * @param optional whether it may be left out
   * @param repetition how often it stands there
   * @param parts of a group
   */
  public Argument(
      Kind kind,
      String name,
      @Nullable String token,
      @Nullable Type type,
      boolean optional,
      Repetition repetition,
      List<Argument> parts) {
    this(kind, name, token, type, optional, repetition, parts, key(name, token));
  }

  private static String key(String name, @Nullable String token) {
    boolean word = token != null && Character.isLetter(token.charAt(0)) && token.indexOf('+') < 0;
    return identifier(word ? token : name);
  }

  static Argument value(String name, Type type) {
    return new Argument(Kind.VALUE, name, null, type, false, Repetition.ONE, List.of());
  }

  static Argument token(String name, String token) {
    return new Argument(Kind.TOKEN, name, token, null, false, Repetition.ONE, List.of());
  }

  static Argument count(String name) {
    return new Argument(Kind.COUNT, name, null, null, false, Repetition.ONE, List.of());
  }

  static Argument group(Kind kind, String name, List<Argument> parts) {
    return new Argument(kind, name, null, null, false, Repetition.ONE, parts);
  }

  Argument named(String newName) {
    return new Argument(kind, newName, token, type, optional, repetition, parts);
  }

  Argument after(String newToken) {
    return new Argument(kind, name, newToken, type, optional, repetition, parts);
  }

  Argument asOptional() {
    return new Argument(kind, name, token, type, true, repetition, parts);
  }

  Argument repeated(Repetition newRepetition) {
    return new Argument(kind, name, token, type, optional, newRepetition, parts);
  }

  /**
   * Whether it may stand there more than once.
   *
   * @return true if a list is expected
   */
  public boolean isRepeated() {
    return repetition != Repetition.ONE;
  }

  /** Whether it is a value that is always there, with nothing before it. */
  boolean isPlain() {
    return kind == Kind.VALUE && !optional && token == null;
  }

  /** What it is called in errors. */
  String label() {
    return name.isEmpty() ? token == null ? Synopsis.write(List.of(this)) : key : name;
  }

  /** Lower case, with underscores. */
  static String identifier(String name) {
    return name.toLowerCase(Locale.ROOT).replace('-', '_').replace(' ', '_');
  }

  /**
   * Whether its parts are options, or arguments, of the command itself: it has nothing by which it
   * could be named.
   */
  boolean isFlat() {
    return (kind == Kind.BLOCK || kind == Kind.CHOICE) && token == null && !isRepeated();
  }

  /**
   * What a caller gives for this argument if it is not optional, in order.
   *
   * @return the argument itself; of a block that stands once, its own; nothing for words alone
   */
  public List<Argument> required() {
    return switch (kind) {
      case TOKEN, COUNT -> List.of();
      case VALUE, CHOICE -> List.of(this);
      case BLOCK -> isRepeated() ? List.of(this) : required(parts);
    };
  }

  /**
   * What a caller has to give for arguments, in order.
   *
   * @param arguments of a command or a block
   * @return those that are neither optional nor words alone
   */
  public static List<Argument> required(List<Argument> arguments) {
    List<Argument> required = new ArrayList<>();
    for (Argument argument : arguments) {
      if (!argument.optional) {
        required.addAll(argument.required());
      }
    }
    return required;
  }

  /**
   * What a caller may give by name.
   *
   * @param arguments of a command or a block
   * @return those that are optional, each with a {@link #key}; instead of groups without a token
   *     what is in them
   */
  public static List<Argument> options(List<Argument> arguments) {
    List<Argument> options = new ArrayList<>();
    for (Argument argument : arguments) {
      argument.addOptions(options, argument.optional);
    }
    return options;
  }

  private void addOptions(List<Argument> options, boolean inside) {
    if (isFlat()) {
      for (Argument part : parts) {
        // The alternatives of a required choice are its value, with what is optional in them.
        if (inside || part.optional || (kind == Kind.BLOCK && part.kind == Kind.BLOCK)) {
          part.addOptions(options, inside || part.optional);
        }
      }
      return;
    }
    if (inside && kind != Kind.COUNT) {
      options.add(this);
    }
    if (kind == Kind.BLOCK && !isRepeated()) {
      for (Argument part : parts) {
        if (part.optional) {
          part.addOptions(options, true);
        }
      }
    }
  }
}
