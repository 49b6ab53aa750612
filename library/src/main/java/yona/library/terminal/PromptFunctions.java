package yona.library.terminal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.Text;
import yona.language.runtime.Function;
import yona.language.runtime.Grant;
import yona.language.runtime.Needs;
import yona.language.runtime.Suspends;
import yona.language.runtime.YonaError;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.OptionDict;

/** The Java half of module terminal\\Prompt. */
public final class PromptFunctions {
  private PromptFunctions() {}

  @Suspends
  @Needs({Grant.INPUT, Grant.OUTPUT})
  public static Object ask(Object options, Object question, String where) {
    Map<String, Object> given = options(options, where, "default", "check");
    @Nullable Function check = check(given, where);
    @Nullable Object fallback = given.get("default");
    String usual = fallback == null ? "" : Arguments.text(fallback, where);
    String hint = fallback == null ? "" : " [" + usual + "]";
    String text = Arguments.text(question, where) + hint;
    try (Conversation conversation = new Conversation(where)) {
      return conversation.ask(text, false, line -> checked(check, line.isEmpty() ? usual : line));
    }
  }

  @Suspends
  @Needs({Grant.INPUT, Grant.OUTPUT})
  public static Object password(Object options, Object question, String where) {
    @Nullable Function check = check(options(options, where, "check"), where);
    String text = Arguments.text(question, where);
    try (Conversation conversation = new Conversation(where)) {
      return conversation.ask(text, true, line -> checked(check, line));
    }
  }

  @Suspends
  @Needs({Grant.INPUT, Grant.OUTPUT})
  public static Object confirm(Object options, Object question, String where) {
    @Nullable Object fallback = options(options, where, "default").get("default");
    @Nullable Boolean usual =
        fallback == null ? null : (Boolean) OptionDict.bool(fallback, where + ", :default");
    String hint = usual == null ? " [y/n]" : usual ? " [Y/n]" : " [y/N]";
    String text = Arguments.text(question, where) + hint;
    try (Conversation conversation = new Conversation(where)) {
      return conversation.ask(text, false, line -> truth(line, usual, conversation));
    }
  }

  private static Object truth(String line, @Nullable Boolean usual, Conversation conversation)
      throws Conversation.Refused {
    String word = line.strip().toLowerCase(Locale.ROOT);
    if (word.isEmpty() && usual != null) {
      return usual;
    }
    return switch (word) {
      case "y", "yes" -> true;
      case "n", "no" -> false;
      default -> throw conversation.refused("yes or no", line);
    };
  }

  @Suspends
  @Needs({Grant.ENVIRONMENT, Grant.INPUT, Grant.OUTPUT})
  public static Object choose(Object options, Object question, Object choices, String where) {
    Seq values = Arguments.seq(choices, where);
    if (values.isEmpty()) {
      throw Failure.badarg(where, "there is nothing to choose from");
    }
    @Nullable Object fallback = options(options, where, "default").get("default");
    int usual = fallback == null ? -1 : index(values, fallback, where);
    List<String> texts = new ArrayList<>();
    values.forEach(value -> texts.add(ShownText.oneLine(Text.plain(value))));
    String text = Arguments.text(question, where);
    try (Conversation conversation = new Conversation(where)) {
      int chosen = menu(conversation, text, texts, usual);
      return values.get(chosen < 0 ? numbered(conversation, text, texts, usual) : chosen);
    }
  }

  private static int index(Seq values, Object wanted, String where) {
    for (int i = 0; i < values.length(); i++) {
      if (values.get(i).equals(wanted)) {
        return i;
      }
    }
    throw Failure.badarg(
        where, "the default is none of the choices, found " + Failure.described(wanted));
  }

  /** Has keys choose; -1 where there are none, or nobody sees the menu. */
  private static int menu(
      Conversation conversation, String question, List<String> texts, int usual) {
    if (!conversation.atTerminal() || !Screen.isDrawn()) {
      return -1;
    }
    int chosen;
    try (TerminalMode _ = TerminalMode.keys()) {
      chosen = new ChoiceMenu(question, texts, Math.max(usual, 0)).choose();
    } catch (IOException | LinkageError notThere) {
      return -1;
    }
    if (chosen < 0) {
      throw conversation.ended();
    }
    conversation.say(question + " " + texts.get(chosen) + "\n");
    return chosen;
  }

  private static int numbered(
      Conversation conversation, String question, List<String> texts, int usual) {
    StringBuilder list = new StringBuilder();
    for (int i = 0; i < texts.size(); i++) {
      list.append("  ").append(i + 1).append(") ").append(texts.get(i)).append('\n');
    }
    conversation.say(list.toString());
    String hint = usual < 0 ? "" : " [" + (usual + 1) + "]";
    Object number =
        conversation.ask(
            question + hint,
            false,
            line -> {
              String word = line.strip();
              int named = word.isEmpty() ? usual : texts.indexOf(word);
              if (named >= 0) {
                return named;
              }
              if (word.matches("[0-9]{1,9}")) {
                int found = Integer.parseInt(word);
                if (found >= 1 && found <= texts.size()) {
                  return found - 1;
                }
              }
              throw conversation.refused("a number from 1 to " + texts.size(), line);
            });
    return (Integer) number;
  }

  private static Map<String, Object> options(Object options, String where, String... names) {
    Map<String, Object> given = new LinkedHashMap<>();
    Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
    for (String name : names) {
      takers.put(name, (value, _) -> given.put(name, value));
    }
    OptionDict.take(options, takers, where);
    return given;
  }

  private static @Nullable Function check(Map<String, Object> given, String where) {
    @Nullable Object check = given.get("check");
    return check == null ? null : Arguments.function(check, 1, where + ", :check");
  }

  private static Object checked(@Nullable Function check, String line) throws Conversation.Refused {
    if (check == null) {
      return Seq.text(line);
    }
    try {
      return check.apply(Seq.text(line));
    } catch (YonaError error) {
      throw new Conversation.Refused(
          Failure.line(Objects.requireNonNullElse(error.getMessage(), "")), error);
    }
  }
}
