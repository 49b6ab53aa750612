package yona.bench.harness;

/** What all our drawings have in common as SVG. */
final class Svg {
  private Svg() {}

  /**
   * The beginning of a document, up to its titles; it ends with {@code </svg>}.
   *
   * @param left where the titles begin, in pixels as all lengths
   */
  static StringBuilder document(int width, int height, int left, String title, String subtitle) {
    return new StringBuilder()
        .append(
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" \
            font-family="system-ui, 'Segoe UI', Helvetica, Arial, sans-serif" font-size="12" fill="#333">
            <rect width="100%%" height="100%%" fill="white"/>
            <text x="%d" y="26" font-size="17" font-weight="600">%s</text>
            <text x="%d" y="46" fill="#666">%s</text>
            """
                .formatted(
                    width, height, width, height, left, escaped(title), left, escaped(subtitle)));
  }

  /** A text as SVG and HTML have it. */
  static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
