package yona.tool.reference;

import yona.data.Symbol;

/** An error of the program: its symbol. */
final class Raised extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Symbol symbol;

  Raised(Symbol symbol) {
    super(symbol.name(), null, false, false);
    this.symbol = symbol;
  }

  /** That of a symbol that the language itself raises. */
  static Raised of(String symbol) {
    return new Raised(Symbol.of(symbol));
  }

  Symbol symbol() {
    return symbol;
  }
}
