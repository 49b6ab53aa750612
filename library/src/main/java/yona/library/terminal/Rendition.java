package yona.library.terminal;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A way to show text, which one control sequence begins and another one ends (ECMA-48, 8.3.117).
 *
 * @param open the sequence that begins it
 * @param close the sequence that ends it, and others of its kind
 */
record Rendition(String open, String close) {
  /** Ends all renditions. */
  static final String RESET = "\u001b[0m";

  private static final int FOREGROUND = 39;
  private static final int BACKGROUND = 49;

  /** From the code of a foreground to that of the same background. */
  private static final int BEHIND = 10;

  private static final Map<String, Rendition> FLAGS = new LinkedHashMap<>();
  private static final Map<String, Integer> COLOURS = new LinkedHashMap<>();

  static {
    addFlag("bold", 1, 22);
    addFlag("bright", 1, 22);
    addFlag("dim", 2, 22);
    addFlag("italic", 3, 23);
    addFlag("underlined", 4, 24);
    addFlag("blink", 5, 25);
    addFlag("inverted", 7, 27);
    addFlag("hidden", 8, 28);
    addFlag("struck", 9, 29);
    String[] dark = {"black", "red", "green", "yellow", "blue", "magenta", "cyan", "light_gray"};
    String[] light = {
      "dark_gray",
      "light_red",
      "light_green",
      "light_yellow",
      "light_blue",
      "light_magenta",
      "light_cyan",
      "white"
    };
    for (int i = 0; i < dark.length; i++) {
      COLOURS.put(dark[i], i);
    }
    for (int i = 0; i < light.length; i++) {
      COLOURS.put(light[i], dark.length + i);
    }
  }

  private static void addFlag(String flag, int open, int close) {
    FLAGS.put(flag, new Rendition(sequence(Integer.toString(open)), sequence("" + close)));
  }

  private static String sequence(String parameters) {
    return "\u001b[" + parameters + "m";
  }

  /** The code that ends what a code begins; for others the code itself. */
  static String closeOf(String code) {
    return switch (code) {
      case "1", "2" -> "22";
      case "3", "4", "5", "7", "8", "9" -> "2" + code;
      default ->
          code.matches("3[0-8]|9[0-7]")
              ? Integer.toString(FOREGROUND)
              : code.matches("4[0-8]|10[0-7]") ? Integer.toString(BACKGROUND) : code;
    };
  }

  /** The names of what is no colour. */
  static Set<String> flags() {
    return FLAGS.keySet();
  }

  /** The rendition of a name; null if it has none. */
  static @Nullable Rendition ofFlag(String name) {
    return FLAGS.get(name);
  }

  /** The names of the colours that terminals have by themselves. */
  static Set<String> colours() {
    return COLOURS.keySet();
  }

  /** The number of a colour, from 0 to 15; null if it has none. */
  static @Nullable Integer numberOf(String colour) {
    return COLOURS.get(colour);
  }

  /** A colour of the sixteen that terminals have by themselves. */
  static Rendition ofSixteen(int number, boolean behind) {
    int code = (number < 8 ? 30 + number : 90 + number - 8) + (behind ? BEHIND : 0);
    return colour(Integer.toString(code), behind);
  }

  /** A colour of the palette of 256. */
  static Rendition ofPalette(int number, boolean behind) {
    return colour((behind ? "48;5;" : "38;5;") + number, behind);
  }

  /** A colour by its parts, 0 to 255 each. */
  static Rendition ofRgb(int red, int green, int blue, boolean behind) {
    return colour((behind ? "48;2;" : "38;2;") + red + ";" + green + ";" + blue, behind);
  }

  private static Rendition colour(String parameters, boolean behind) {
    return new Rendition(
        sequence(parameters), sequence(Integer.toString(behind ? BACKGROUND : FOREGROUND)));
  }

  /** The rendition whose beginning is the end of this one. */
  Rendition inverse() {
    return new Rendition(close, open);
  }

  /** A text in this rendition; it goes on behind parts of the text that end one of its kind. */
  String around(String text) {
    return open + text.replace(close, close + open) + close;
  }
}
