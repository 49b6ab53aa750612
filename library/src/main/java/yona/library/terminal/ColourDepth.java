package yona.library.terminal;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How many colours a stream is given. */
public enum ColourDepth {
  /** None, nor any other rendition. */
  NONE,
  /** Those that terminals have by themselves. */
  SIXTEEN,
  /** The palette of xterm. */
  PALETTE,
  /** Each of 24 bits. */
  FULL;

  /** What lies between the steps of a part in the palette's cube. */
  private static final int[] STEPS = {0, 95, 135, 175, 215, 255};

  /** What xterm shows for the sixteen. */
  private static final int[] SIXTEEN_COLOURS = {
    0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
    0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff
  };

  private static final int CUBE = 16;
  private static final int GRAYS = 232;

  /**
   * What a stream of this process is given, in the order in which it is decided: {@code NO_COLOR}
   * says none; {@code FORCE_COLOR} and {@code CLICOLOR_FORCE} say some; {@code CLICOLOR=0}, {@code
   * TERM=dumb}, and no terminal say none.
   *
   * @param terminal whether the stream is a terminal
   */
  public static ColourDepth of(boolean terminal) {
    return of(terminal, System.getenv());
  }

  static ColourDepth of(boolean terminal, Map<String, String> environment) {
    if (!environment.getOrDefault("NO_COLOR", "").isEmpty()) {
      return NONE;
    }
    String force = environment.getOrDefault("FORCE_COLOR", "");
    String commonForce = environment.getOrDefault("CLICOLOR_FORCE", "");
    boolean forced = isOn(force) || isOn(commonForce);
    String term = environment.getOrDefault("TERM", "").toLowerCase(Locale.ROOT);
    boolean off =
        force.equals("0")
            || !terminal
            || "0".equals(environment.get("CLICOLOR"))
            || term.equals("dumb");
    if (!forced && off) {
      return NONE;
    }
    return switch (force) {
      case "2" -> PALETTE;
      case "3" -> FULL;
      default -> ofTerminal(term, environment.getOrDefault("COLORTERM", ""));
    };
  }

  private static boolean isOn(String value) {
    return !value.isEmpty() && !value.equals("0");
  }

  private static ColourDepth ofTerminal(String term, String colourTerm) {
    if (colourTerm.equals("truecolor") || colourTerm.equals("24bit") || term.endsWith("-direct")) {
      return FULL;
    }
    return term.contains("256color") ? PALETTE : SIXTEEN;
  }

  /** The nearest rendition to a colour of the palette of 256; null without colours. */
  @Nullable Rendition palette(int number, boolean behind) {
    return switch (this) {
      case NONE -> null;
      case SIXTEEN ->
          Rendition.ofSixteen(number < CUBE ? number : nearestOfSixteen(rgb(number)), behind);
      case PALETTE, FULL -> Rendition.ofPalette(number, behind);
    };
  }

  /** The nearest rendition to a colour by its parts; null without colours. */
  @Nullable Rendition rgb(int red, int green, int blue, boolean behind) {
    return switch (this) {
      case NONE -> null;
      case SIXTEEN -> Rendition.ofSixteen(nearestOfSixteen(red << 16 | green << 8 | blue), behind);
      case PALETTE -> Rendition.ofPalette(nearestOfPalette(red, green, blue), behind);
      case FULL -> Rendition.ofRgb(red, green, blue, behind);
    };
  }

  /** What xterm shows for a colour of the cube or the grays. */
  private static int rgb(int number) {
    if (number >= GRAYS) {
      int gray = 8 + 10 * (number - GRAYS);
      return gray << 16 | gray << 8 | gray;
    }
    int cube = number - CUBE;
    return STEPS[cube / 36] << 16 | STEPS[cube / 6 % 6] << 8 | STEPS[cube % 6];
  }

  private static int nearestOfSixteen(int rgb) {
    int nearest = 0;
    for (int i = 1; i < SIXTEEN_COLOURS.length; i++) {
      if (distance(SIXTEEN_COLOURS[i], rgb) < distance(SIXTEEN_COLOURS[nearest], rgb)) {
        nearest = i;
      }
    }
    return nearest;
  }

  private static int nearestOfPalette(int red, int green, int blue) {
    int rgb = red << 16 | green << 8 | blue;
    int cube = CUBE + 36 * step(red) + 6 * step(green) + step(blue);
    int mean = (red + green + blue) / 3;
    int gray = GRAYS + Math.clamp((mean - 3) / 10, 0, 23);
    return distance(rgb(gray), rgb) < distance(rgb(cube), rgb) ? gray : cube;
  }

  private static int step(int part) {
    int nearest = 0;
    for (int i = 1; i < STEPS.length; i++) {
      if (Math.abs(STEPS[i] - part) < Math.abs(STEPS[nearest] - part)) {
        nearest = i;
      }
    }
    return nearest;
  }

  private static int distance(int a, int b) {
    int red = (a >> 16) - (b >> 16);
    int green = (a >> 8 & 0xff) - (b >> 8 & 0xff);
    int blue = (a & 0xff) - (b & 0xff);
    return red * red + green * green + blue * blue;
  }
}
