package yona.redis.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import yona.redis.command.Argument.Kind;
import yona.redis.command.Argument.Repetition;

/** Reads the arguments of a command as the table writes them: the package says how. */
final class Synopsis {
  /** What is a piece by itself. */
  private static final String MARKS = "[]()|*";

  private static final String MORE = "...";

  private final String text;
  private final List<String> pieces = new ArrayList<>();
  private int next;

  private Synopsis(String text) {
    this.text = text;
    int at = 0;
    while (at < text.length()) {
      int end = end(text, at);
      if (end > at) {
        pieces.add(text.substring(at, end));
      }
      at = Math.max(end, at + 1);
    }
  }

  /** Where the piece that begins somewhere ends: there if it is a space. */
  private static int end(String text, int from) {
    if (MARKS.indexOf(text.charAt(from)) >= 0) {
      return from + 1;
    }
    if (text.startsWith(MORE, from)) {
      return from + MORE.length();
    }
    int end = from;
    while (end < text.length()
        && text.charAt(end) != ' '
        && MARKS.indexOf(text.charAt(end)) < 0
        && !text.startsWith(MORE, end)) {
      end++;
    }
    return end;
  }

  static List<Argument> read(String text) {
    Synopsis synopsis = new Synopsis(text);
    List<Argument> arguments = synopsis.sequence();
    if (synopsis.next < synopsis.pieces.size()) {
      throw synopsis.unexpected();
    }
    return arguments;
  }

  private List<Argument> sequence() {
    List<Argument> arguments = new ArrayList<>();
    while (next < pieces.size() && !at("]") && !at(")") && !at("|")) {
      arguments.add(repeated(argument()));
    }
    return arguments;
  }

  private Argument argument() {
    String piece = pieces.get(next++);
    if (piece.equals("[")) {
      return group("", "]").asOptional();
    }
    if (piece.equals("(")) {
      return group("", ")");
    }
    if (piece.startsWith("#")) {
      return Argument.count(piece.substring(1));
    }
    int equals = piece.indexOf('=');
    if (equals == piece.length() - 1 && at("(")) {
      next++;
      return group(piece.substring(0, equals), ")");
    }
    if (equals > 0) {
      return Argument.token(piece.substring(0, equals), piece.substring(equals + 1));
    }
    if (Character.isUpperCase(piece.charAt(0))) {
      return at("(") || (next < pieces.size() && isValue(pieces.get(next)))
          ? repeated(argument()).after(piece)
          : Argument.token(Argument.identifier(piece), piece);
    }
    if (!Character.isLowerCase(piece.charAt(0))) {
      next--;
      throw unexpected();
    }
    return value(piece);
  }

  private static boolean isValue(String piece) {
    return Character.isLowerCase(piece.charAt(0))
        && (piece.indexOf('=') < 0 || piece.endsWith("="));
  }

  private static Argument value(String piece) {
    int colon = piece.indexOf(':');
    if (colon < 0) {
      return Argument.value(piece, piece.equals("key") ? Argument.Type.KEY : Argument.Type.STRING);
    }
    return Argument.value(
        piece.substring(0, colon),
        Argument.Type.valueOf(piece.substring(colon + 1).toUpperCase(Locale.ROOT)));
  }

  private Argument group(String name, String end) {
    List<Argument> alternatives = new ArrayList<>();
    do {
      List<Argument> sequence = sequence();
      alternatives.add(
          sequence.size() == 1 ? sequence.getFirst() : Argument.group(Kind.BLOCK, "", sequence));
    } while (takes("|"));
    if (!takes(end)) {
      throw unexpected();
    }
    if (alternatives.size() > 1) {
      return Argument.group(Kind.CHOICE, name, alternatives);
    }
    Argument only = alternatives.getFirst();
    return name.isEmpty() ? only : only.named(name);
  }

  private Argument repeated(Argument argument) {
    if (takes("*")) {
      return argument.repeated(Repetition.ANY);
    }
    if (takes(MORE)) {
      return argument.repeated(argument.optional() ? Repetition.EACH : Repetition.SOME);
    }
    return argument;
  }

  private boolean at(String piece) {
    return next < pieces.size() && pieces.get(next).equals(piece);
  }

  private boolean takes(String piece) {
    boolean takes = at(piece);
    if (takes) {
      next++;
    }
    return takes;
  }

  private IllegalArgumentException unexpected() {
    return new IllegalArgumentException(
        "in the arguments "
            + text
            + ": unexpected "
            + (next < pieces.size() ? pieces.get(next) + " at piece " + next : "end"));
  }

  /** The arguments as {@link #read} takes them. */
  static String write(List<Argument> arguments) {
    StringBuilder text = new StringBuilder();
    for (Argument argument : arguments) {
      text.append(text.isEmpty() ? "" : " ").append(write(argument));
    }
    return text.toString();
  }

  private static String write(Argument argument) {
    Repetition repetition = argument.repetition();
    boolean bare = argument.optional() && argument.isFlat() && argument.name().isEmpty();
    String text =
        switch (argument.kind()) {
          case COUNT -> "#" + argument.name();
          case TOKEN -> word(argument);
          case VALUE -> argument.name() + suffix(argument);
          case BLOCK -> in(bare, argument, write(argument.parts()));
          case CHOICE ->
              in(
                  bare,
                  argument,
                  String.join(" | ", argument.parts().stream().map(Synopsis::write).toList()));
        };
    String marked =
        switch (repetition) {
          case ONE, EACH -> text;
          case SOME -> text + "...";
          case ANY -> text + "*";
        };
    if (argument.kind() != Kind.TOKEN && argument.token() != null) {
      marked = argument.token() + " " + marked;
    }
    return (argument.optional() ? "[" + marked + "]" : marked)
        + (repetition == Repetition.EACH ? "..." : "");
  }

  private static String in(boolean bare, Argument group, String parts) {
    return bare ? parts : (group.name().isEmpty() ? "" : group.name() + "=") + "(" + parts + ")";
  }

  private static String word(Argument token) {
    String word = Objects.requireNonNull(token.token());
    return token.name().equals(Argument.identifier(word)) ? word : token.name() + "=" + word;
  }

  private static String suffix(Argument value) {
    Argument.Type type = Objects.requireNonNull(value.type());
    Argument.Type expected = value.name().equals("key") ? Argument.Type.KEY : Argument.Type.STRING;
    return type == expected ? "" : ":" + type.name().toLowerCase(Locale.ROOT);
  }
}
