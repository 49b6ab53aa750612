package yona.async;

import java.util.Objects;

/**
 * An item that has to be given back by whoever got it, like a {@link yona.async.sync.Permit}.
 *
 * <p>As a rule an item of a {@link Source} reaches a listener that takes it, or stays where it is.
 * {@link Source#map} is the exception: its function may raise an error when the item has been taken
 * already. An item that is lost in this way is gone, unless it is a loan, alone or in an {@link
 * Either}: that is given back. Whoever makes a source of resources lets its items be loans.
 *
 * <p>Safe for use by any number of threads.
 */
public interface Loan extends AutoCloseable {

  /** Gives this back. Only the first call does. Raises nothing and never suspends. */
  @Override
  void close();

  /**
   * Gives back what an item stands for that was taken and has reached nobody.
   *
   * @param item an item of any source; nothing happens if it is no loan
   */
  static void giveBack(Object item) {
    Objects.requireNonNull(item, "item");
    switch (item) {
      case Loan loan -> loan.close();
      case Either.Left<?, ?>(Object value) -> giveBack(value);
      case Either.Right<?, ?>(Object value) -> giveBack(value);
      default -> {}
    }
  }
}
